/** What kind of text a body is, and in which charset. Pure: headers and bytes in, a decision out. */
import type { PageFormat } from '../../data/page.ts';

const FORMATS: ReadonlyMap<string, PageFormat> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/plain', 'text'],
  // RFC 9512, and what servers called it before.
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  // https://spec.openapis.org/oas: registered for descriptions that may be either.
  ['application/vnd.oai.openapi', 'yaml'],
]);

/** Sent with every request for a page; what it does not name is refused when it comes. */
export const ACCEPT =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,application/json;q=0.8,application/yaml;q=0.8,text/plain;q=0.7';

const MARKDOWN_PATH = /\.(?:md|mdx|markdown)$/i;

interface MediaType {
  essence: string;
  charset: string | undefined;
}

function mediaTypeOf(header: string): MediaType {
  const [essence = '', ...parameters] = header.split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((label) => label !== undefined);
  return { essence: essence.trim().toLowerCase(), charset };
}

/** `undefined`: not a kind of page that we read. */
export function formatOf(contentType: string | undefined, bytes: Uint8Array, path: string): PageFormat | undefined {
  const { essence } = mediaTypeOf(contentType ?? '');
  if (essence === '') return sniffedFormat(bytes, path);
  // Raw files of repositories come as text/plain whatever they are.
  if (essence === 'text/plain' && MARKDOWN_PATH.test(path)) return 'markdown';
  const suffix = /^application\/[\w.-]+\+(json|yaml)$/.exec(essence)?.[1];
  return FORMATS.get(essence) ?? (suffix === 'json' || suffix === 'yaml' ? suffix : undefined);
}

/** Only where the server does not say: a browser's sniffing of what it says otherwise is not for us. */
function sniffedFormat(bytes: Uint8Array, path: string): PageFormat | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head)) return undefined;
  const text = head.replace(/^(?:ï»¿)?\s*/, '');
  if (text.startsWith('<')) return 'html';
  if (text.startsWith('{') || text.startsWith('[')) return 'json';
  return MARKDOWN_PATH.test(path) ? 'markdown' : 'text';
}

/** The encoding's name by the WHATWG Encoding standard, or `undefined` for a label that it doesn't know. */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // An unknown label is a vendor's typing error and says nothing; the next hint decides.
    return undefined;
  }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return undefined;
}

/** `<meta charset>` in the first kilobyte, as HTML §13.2.3.2 (prescan) reads it, less its tokenising. */
function metaCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).replaceAll(/<!--.{0,1024}?-->/gs, '');
  for (const [tag] of head.matchAll(/<meta[\s/][^>]{0,1024}>/gi)) {
    const encoding = encodingOf(/charset\s{0,9}=\s{0,9}["']?\s{0,9}([^\s"'/>;]{1,40})/i.exec(tag)?.[1]);
    // Bytes in which the ASCII of this tag could be read are not UTF-16, whatever it says (same section).
    if (encoding !== undefined) return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  }
  return undefined;
}

/** Byte order mark, then the header, then the page's own word, then UTF-8: the order of the HTML standard. */
export function charsetOf(contentType: string | undefined, bytes: Uint8Array, format: PageFormat): string {
  return (
    byteOrderMark(bytes) ??
    // RFC 8259 §8.1: JSON on the wire is UTF-8.
    (format === 'json' ? 'utf-8' : undefined) ??
    encodingOf(mediaTypeOf(contentType ?? '').charset) ??
    (format === 'html' ? metaCharset(bytes) : undefined) ??
    'utf-8'
  );
}
