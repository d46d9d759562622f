/** A process: imports the modules it is given and prints each pattern that `RegExp` built for one of them, and where. */
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const recorded: { source: string; flags: string; file: string; line: number }[] = [];

function note(made: RegExp): RegExp {
  // Below this function and the trap stands who asked.
  const asked = new Error().stack?.split('\n')[3] ?? '';
  const [, url, line] = /(file:\/\/\S+?):(\d+):\d+/.exec(asked) ?? [];
  if (url !== undefined)
    recorded.push({
      source: made.source,
      flags: made.flags,
      file: relative(process.cwd(), fileURLToPath(url)),
      line: Number(line),
    });
  return made;
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, parameters, asNew) => note(Reflect.construct(target, parameters, asNew)),
  apply: (target, self, parameters) => note(Reflect.apply(target, self, parameters)),
});

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
process.stdout.write(
  JSON.stringify(recorded.filter(({ file }) => !file.startsWith('..') && !file.includes('node_modules'))),
);
