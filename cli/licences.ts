/**
 * `npm run licences`: every package that is installed for production, by the lock file, with its licence. Exit code 1
 * where one is not on the list of those that our own licence can stand beside.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Permissive ones, which ask for no more than that their text comes along. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'Zlib',
]);

/** What the lock file does not say, or what is not on the list and stands beside ours all the same; each with why. */
const EXPLAINED: readonly (readonly [name: RegExp, why: string])[] = [
  [/^@msgpackr-extract\//, 'MIT, as its repository says; optional, and only read where it was built for the platform'],
  [/^map-stream$/, 'MIT, by the file LICENCE in the package'],
  [/^caniuse-lite$/, 'CC-BY-4.0, data of a dependency of the crawler’s, which is neither changed nor shown'],
];

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      // Old packages list several, of which one may choose.
      license: z.union([z.string(), z.array(z.string()).transform((list) => list.join(' OR '))]).optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

export interface LockedPackage {
  name: string;
  version: string;
  license: string;
  isAllowed: boolean;
  /** Why it is allowed though its licence is not on the list, or is not told. */
  explained?: string;
  hasInstallScript: boolean;
}

/** Of the lock's text; what is for development alone, and what is our own, is left out unless `all` is set. */
export function lockedPackages(lock: string, { all = false }: { all?: boolean } = {}): LockedPackage[] {
  return Object.entries(Lock.parse(JSON.parse(lock)).packages)
    .filter(([path, { dev, devOptional, link }]) => {
      const isTheirs = path.includes('node_modules/') && link !== true;
      return isTheirs && (all || (dev !== true && devOptional !== true));
    })
    .map(([path, { version = '', license = 'none', hasInstallScript = false }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      hasInstallScript,
    }))
    .map((each) => {
      const explained = EXPLAINED.find(([name]) => name.test(each.name))?.[1];
      const isListed = isAllowed(each.license);
      return {
        ...each,
        isAllowed: isListed || explained !== undefined,
        ...(!isListed && explained !== undefined && { explained }),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** "(MIT OR GPL-2.0)" leaves the choice, "MIT AND ISC" asks for both. */
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
