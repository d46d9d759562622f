/** The licences of the packages whose modules are in a bundle, as one text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RolldownOutput } from 'rolldown';

/** @throws {Error} a package has no licence file */
export function licencesIn({ output }: RolldownOutput): string {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  const licences = [...packages].toSorted().map((folder) => {
    const name = folder.split('/node_modules/').at(-1);
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder });
    if (file === undefined) throw new Error(`Cannot bundle ${name}: no licence file`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return licences.join(`\n${'-'.repeat(80)}\n\n`);
}
