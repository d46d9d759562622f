/** The web process under real Node, as the supervisor would start it. */
import { type Program, startProgram } from '../program.ts';

/** @param flags of Node */
export function startWeb(environment: Record<string, string>, flags: readonly string[] = []): Program {
  return startProgram([...flags, 'serve/main.ts'], { PORT: '0', RATE_LIMIT_PER_SECOND: '0', ...environment });
}
