/** The one style sheet, at a path that changes with it, so that browsers may keep it for ever. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');

export const STYLE = {
  css,
  path: `/assets/style.${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`,
};
