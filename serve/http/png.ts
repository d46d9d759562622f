/** Draws SVGs as PNG on another thread, one at a time, so that cards never take more than one processor. */
import { fileURLToPath } from 'node:url';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { Problem } from '../interface/problem.ts';

/** Drawing one takes some 10 ms. */
const MOST_WAITING = 100;

const FILES = ['400Regular/Inter_400Regular', '700Bold/Inter_700Bold'];
export const FONT: NonNullable<ResvgRenderOptions['font']> = {
  fontFiles: FILES.map((name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`))),
  loadSystemFonts: false,
  defaultFontFamily: 'Inter',
};

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** @throws {Problem} too many are waiting */
export async function pngOf(svg: string): Promise<Buffer> {
  if (waiting >= MOST_WAITING)
    throw new Problem('unavailable', 'Too many pictures are being drawn', { headers: { 'Retry-After': '2' } });
  waiting += 1;
  // Loaded at the first card: no other answer needs it.
  const turn = last.then(async () =>
    (await import('@resvg/resvg-js')).renderAsync(svg, { font: FONT, logLevel: 'off' }),
  );
  last = turn.catch(() => {});
  try {
    return (await turn).asPng();
  } finally {
    waiting -= 1;
  }
}
