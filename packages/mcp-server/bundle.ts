/** Bundles the package into one JavaScript program, with the licences of its parts: `node packages/mcp-server/bundle.ts`. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { licencesIn } from '../licences.ts';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

const nodesOwnSqlite: Plugin = {
  name: 'sqlite of Node',
  resolveId: (id) => (id === 'better-sqlite3' ? '\0sqlite' : null),
  load: (id) =>
    id === '\0sqlite' ? `export { Database as default } from ${JSON.stringify(join(HERE, 'sqlite.ts'))}` : null,
};

const bundle = await build({
  input: join(HERE, 'main.ts'),
  platform: 'node',
  plugins: [nodesOwnSqlite],
  output: { dir: DIST, format: 'esm', cleanDir: true },
});

writeFileSync(join(DIST, 'LICENSES.txt'), licencesIn(bundle));
copyFileSync(join(HERE, '../../LICENSE'), join(DIST, 'LICENSE'));
