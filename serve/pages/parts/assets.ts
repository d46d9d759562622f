import { join } from 'node:path';
import { type Asset, scriptsIn, styleOf } from '../../../web/assets.ts';

export const STYLE = styleOf(join(import.meta.dirname, '..', 'style'));

const scripts = scriptsIn(join(import.meta.dirname, '..', 'browser'));

export const assets: readonly Asset[] = [STYLE, ...scripts.values()];

export function scriptPath(name: string): string {
  const script = scripts.get(name);
  if (script === undefined) throw new Error(`there is no script ${name} in serve/pages/browser`);
  return script.path;
}
