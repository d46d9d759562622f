/**
 * Bundles the package with a copy of `/feeds/prices.json` of a running service: the file that is given, or `prices.json` here.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { licencesIn } from '../licences.ts';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const [, , feed = join(HERE, 'prices.json')] = process.argv;

const bundle = await build({
  input: join(HERE, 'main.ts'),
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  external: [/^node:/],
  output: { dir: DIST, format: 'esm', cleanDir: true, minify: true },
});

copyFileSync(feed, join(DIST, 'prices.json'));
copyFileSync(join(HERE, 'api.d.ts'), join(DIST, 'main.d.ts'));
copyFileSync(join(HERE, '../../LICENSE'), join(DIST, 'LICENSE'));
writeFileSync(join(DIST, 'LICENSES.txt'), licencesIn(bundle));
