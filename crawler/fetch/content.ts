/** Format and charset of a body, from its headers and first bytes. Pure. */
import { getEncoding } from 'encoding-sniffer';
import type { PageFormat } from '../../data/page.ts';

const FORMATS: ReadonlyMap<string, PageFormat> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/plain', 'text'],
  // RFC 9512 and its predecessors; OpenAPI registers its own type for JSON or YAML.
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/vnd.oai.openapi', 'yaml'],
]);

/** Sent with every request for a page; other types are refused. */
export const ACCEPT =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,application/json;q=0.8,application/yaml;q=0.8,text/plain;q=0.7';

const MARKDOWN_PATH = /\.(?:md|mdx|markdown)$/i;
/** How far the HTML standard looks for `<meta charset>`. */
const SNIFFED_BYTES = 1024;

/** `undefined`: not a format that we read. */
export function formatOf(contentType: string | undefined, bytes: Uint8Array, path: string): PageFormat | undefined {
  const essence = (contentType?.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (essence === '') return sniffedFormat(bytes, path);
  // Repositories serve raw files of every type as text/plain.
  if (essence === 'text/plain' && MARKDOWN_PATH.test(path)) return 'markdown';
  const suffix = /^application\/[\w.-]+\+(json|yaml)$/.exec(essence)?.[1];
  return FORMATS.get(essence) ?? (suffix as PageFormat | undefined);
}

function sniffedFormat(bytes: Uint8Array, path: string): PageFormat | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFFED_BYTES));
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head)) return undefined;
  const text = head.replace(/^(?:ï»¿)?\s*/, '');
  if (text.startsWith('<')) return 'html';
  if (/^[{[]/.test(text)) return 'json';
  return MARKDOWN_PATH.test(path) ? 'markdown' : 'text';
}

/** The WHATWG name of the encoding, by byte order mark, header, `<meta>` (HTML only), or UTF-8. */
export function charsetOf(contentType: string | undefined, bytes: Uint8Array, format: PageFormat): string {
  const inHeader = /;\s*charset\s*=\s*"?([^"\s;]+)/i.exec(contentType ?? '')?.[1];
  const name = getEncoding(bytes.subarray(0, format === 'html' ? SNIFFED_BYTES : 3), {
    // RFC 8259 §8.1: JSON on the wire is UTF-8.
    ...(inHeader !== undefined && format !== 'json' && { transportLayerEncodingLabel: inHeader }),
    defaultEncoding: 'utf-8',
  });
  try {
    return new TextDecoder(name).encoding;
  } catch {
    // Names that the standard has and Node cannot decode: "replacement", "x-user-defined".
    return 'utf-8';
  }
}
