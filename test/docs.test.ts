/** The documents name files and folders of the project in backticks and links: each of them exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: ROOT })];
/** Written while the project runs or is tested. */
const GENERATED = /^(?:data\/var|test\/artefacts)\b/;

/** A path begins with a folder of the project, or ends as source or document; others are URLs, packages or files of DATA_DIR. */
function isPath(text: string): boolean {
  const [top = ''] = text.split('/');
  return text.includes('/') ? text.endsWith('.ts') || existsSync(join(ROOT, top)) : text.endsWith('.md');
}

function pathsIn(document: string): string[] {
  const quoted = [...document.matchAll(/`(\w[\w.@/-]*)`|\]\(([\w./-]+)\)/g)].map(
    ([, code, link]) => code ?? link ?? '',
  );
  return quoted.filter((text) => isPath(text) && !GENERATED.test(text));
}

it('finds paths, and no URLs, packages or settings', () => {
  const text = '`data/gone.ts` [a](docs/gone.md) `GONE.md` `old/gone.ts` `@scope/name` `/api/v2` `data/var/x` `PORT`';
  expect(pathsIn(text)).toEqual(['data/gone.ts', 'docs/gone.md', 'GONE.md', 'old/gone.ts']);
});

it.each(DOCUMENTS)('%s names paths that exist', (file) => {
  const paths = pathsIn(readFileSync(join(ROOT, file), 'utf8'));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
