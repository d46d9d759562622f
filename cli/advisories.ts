/**
 * `npm run advisories` asks the registry which advisories concern the production packages of the lock file. Exit code 0
 * where none does, 1 where some do, 3 where the registry can't say: then nothing is known, and nothing is claimed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';

const Advisory = z.object({ title: z.string(), url: z.string(), severity: z.string(), range: z.string() });
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    // A package that is concerned only through another has that one's name here.
    z.object({ via: z.array(z.union([z.string(), Advisory])) }),
  ),
  metadata: z.object({ dependencies: z.object({ prod: z.int() }) }),
});

export interface Advisories {
  exitCode: 0 | 1 | 3;
  lines: string[];
}

/** What the output of `npm audit --json` says. */
export function advisoriesIn(output: string): Advisories {
  const report = Report.safeParse(parsed(output));
  if (!report.success)
    return { exitCode: 3, lines: ['NOT CHECKED: the registry returned no advisories.', reasonIn(output)] };
  const { vulnerabilities, metadata } = report.data;
  const found = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((each) =>
      typeof each === 'string' ? [] : [`${each.severity}  ${name} ${each.range}: ${each.title} (${each.url})`],
    ),
  );
  if (found.length > 0) return { exitCode: 1, lines: found.toSorted() };
  return { exitCode: 0, lines: [`No advisories for the ${metadata.dependencies.prod} production packages.`] };
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

function reasonIn(output: string): string {
  const said = z.object({ message: z.string() }).safeParse(parsed(output));
  return said.success ? said.data.message : output.trim().slice(0, 200) || 'npm audit printed nothing';
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
  const { exitCode, lines } = advisoriesIn(stdout ?? '');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = exitCode;
}
