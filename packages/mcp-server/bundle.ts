/** Bundles the package into one JavaScript program, with the licences of its parts: `node packages/mcp-server/bundle.ts`. */
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

const nodesOwnSqlite: Plugin = {
  name: 'sqlite of Node',
  resolveId: (id) => (id === 'better-sqlite3' ? '\0sqlite' : null),
  load: (id) =>
    id === '\0sqlite' ? `export { Database as default } from ${JSON.stringify(join(HERE, 'sqlite.ts'))}` : null,
};

const { output } = await build({
  input: join(HERE, 'main.ts'),
  platform: 'node',
  plugins: [nodesOwnSqlite],
  output: { dir: DIST, format: 'esm', cleanDir: true },
});

const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
const licences = [...packages].toSorted().map((folder) => {
  const name = folder.split('/node_modules/').at(-1);
  const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder });
  if (file === undefined) throw new Error(`Cannot bundle ${name}: no licence file`);
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
});
writeFileSync(join(DIST, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
copyFileSync(join(HERE, '../../LICENSE'), join(DIST, 'LICENSE'));
