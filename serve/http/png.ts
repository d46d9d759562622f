/**
 * Draws SVGs as PNG, one at a time. resvg is WebAssembly: it frees its memory after each picture and needs neither native
 * code nor a thread, which the web process may not start. The slower half, compressing, is done off the event loop.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';
import { Problem } from '../interface/problem.ts';

/** One takes some 15 ms. */
const MOST_WAITING = 100;
const FONTS = ['400Regular/Inter_400Regular', '700Bold/Inter_700Bold'];

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** @throws {Problem} too many are waiting @throws {Error} the SVG is not well-formed */
export async function pngOf(svg: string): Promise<Buffer> {
  if (waiting >= MOST_WAITING)
    throw new Problem('unavailable', 'Too many pictures are being drawn', { headers: { 'Retry-After': '2' } });
  waiting += 1;
  const png = last.then(async () => encoded(drawn(svg, await renderer())));
  last = png.catch(() => {});
  try {
    return await png;
  } finally {
    waiting -= 1;
  }
}

let loaded: Promise<ResvgRenderOptions> | undefined;

/** Loads resvg and its font at the first call. */
export function renderer(): Promise<ResvgRenderOptions> {
  loaded ??= initWasm(fileOf('@resvg/resvg-wasm/index_bg.wasm')).then(() => ({
    font: {
      fontBuffers: FONTS.map((name) => fileOf(`@expo-google-fonts/inter/${name}.ttf`)),
      loadSystemFonts: false,
      defaultFontFamily: 'Inter',
    },
  }));
  return loaded;
}

function fileOf(module: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(module)));
}

interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and alpha, a byte each. */
  pixels: Uint8Array;
}

function drawn(svg: string, options: ResvgRenderOptions): Picture {
  const resvg = new Resvg(svg, options);
  try {
    const image = resvg.render();
    const { width, height, pixels } = image;
    image.free();
    return { width, height, pixels };
  } finally {
    resvg.free();
  }
}

const compressed = promisify(deflate);
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** 8 bits, with alpha, deflate, filters by row, not interlaced. */
const KIND = Buffer.from([8, 6, 0, 0, 0]);

/** PNG (W3C, third edition) without filters: flat colours compress well as they are. */
async function encoded({ width, height, pixels }: Picture): Promise<Buffer> {
  const row = width * 4;
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  const header = Buffer.concat([uint32(width), uint32(height), KIND]);
  const data = await compressed(rows);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
