/** The error of a catalogue with faults. */
import type { TextFault } from './yaml-lines.ts';

export interface CatalogueFault extends TextFault {
  file: string;
}

/** "products/acme.yaml:3: category: …" */
export function faultLine({ file, line, said }: CatalogueFault): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${said}`;
}

export class CatalogueRefused extends Error {
  override name = 'CatalogueRefused';
  readonly faults: readonly CatalogueFault[];

  constructor(dir: string, faults: readonly CatalogueFault[]) {
    super(`Cannot load the catalogue in ${dir}:\n  ${faults.map(faultLine).join('\n  ')}`);
    this.faults = faults;
  }
}
