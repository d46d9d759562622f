/** `npm run licences` lists the licences of the production packages. Exit code 1 where one is not allowed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Permissive licences, which only require that their text is included. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['Unlicense', 'Python-2.0', 'Zlib'],
]);

/** Packages allowed although the lock file states no listed licence, each with the reason. */
const EXPLAINED: readonly (readonly [name: RegExp, why: string])[] = [
  [/^@msgpackr-extract\//, 'MIT, as its repository says; optional, and only read where it was built for the platform'],
  [/^@resvg\/resvg-wasm$/, 'MPL-2.0, which only covers changes to its own files; we make none'],
  [
    /^@expo-google-fonts\/inter$/,
    'MIT, and OFL-1.1 for the font: it may be bundled with any software, under its own name',
  ],
  [/^map-stream$/, 'MIT, by the file LICENCE in the package'],
  [/^caniuse-lite$/, 'CC-BY-4.0, data of a dependency of the crawler’s, which is neither changed nor shown'],
];

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      // Old packages list several, of which one may choose.
      license: z.union([z.string(), z.array(z.string()).transform((list) => list.join(' OR '))]).default('none'),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

export interface LockedPackage {
  name: string;
  version: string;
  license: string;
  isAllowed: boolean;
  /** Why a licence that is not listed, or not stated, is allowed. */
  explained?: string;
  hasInstallScript: boolean;
}

/** The packages of others in a lock file; those for development only with `all`. */
export function lockedPackages(lock: string, { all = false }: { all?: boolean } = {}): LockedPackage[] {
  return Object.entries(Lock.parse(JSON.parse(lock)).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([, { dev, devOptional }]) => all || (dev !== true && devOptional !== true))
    .map(([path, { version, license, hasInstallScript }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const isListed = isAllowed(license);
      const explained = isListed ? undefined : EXPLAINED.find(([each]) => each.test(name))?.[1];
      const why = explained === undefined ? { isAllowed: isListed } : { isAllowed: true, explained };
      return { name, version, license, hasInstallScript, ...why };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of "MIT OR GPL-2.0" one suffices; "MIT AND ISC" requires both. */
function isAllowed(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((each) => ALLOWED.has(each.trim())));
}

if (import.meta.main) {
  const packages = lockedPackages(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  for (const { name, version, license, isAllowed, explained } of packages) {
    const why = explained === undefined ? '' : `  (${explained})`;
    process.stdout.write(`${isAllowed ? '' : 'NOT ALLOWED  '}${license}  ${name}@${version}${why}\n`);
  }
  process.exitCode = packages.every((each) => each.isAllowed) ? 0 : 1;
}
