/** The command `status`. */
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { statusOf } from './status.ts';
import { statusText } from './status-text.ts';

/** 0 all of it answers; 1 something is down. */
export async function status({ json }: { json: boolean }): Promise<number> {
  const found = await statusOf(readEnvironment(), new Date());
  if (json) printJson(found);
  else process.stdout.write(statusText(found));
  return found.down.length === 0 ? 0 : 1;
}
