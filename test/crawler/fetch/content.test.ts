import { describe, expect, it } from 'vitest';
import { charsetOf, formatOf } from '../../../crawler/fetch/content.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('formatOf', () => {
  it.each([
    ['text/html; charset=utf-8', '', '/', 'html'],
    ['TEXT/HTML', '', '/', 'html'],
    ['application/xhtml+xml', '', '/', 'html'],
    ['application/json', '', '/', 'json'],
    ['application/ld+json', '', '/', 'json'],
    ['text/markdown', '', '/', 'markdown'],
    ['text/plain', '# Pricing', '/raw/PRICING.md', 'markdown'],
    ['text/plain', 'Pricing', '/pricing', 'text'],
    ['text/plain', '<html>', '/pricing', 'text'],
    [undefined, '\n <!doctype html>', '/', 'html'],
    ['', '\u{feff}<p>', '/', 'html'],
    [undefined, ' {"a":1}', '/', 'json'],
    [undefined, '[1]', '/', 'json'],
    [undefined, '# Pricing', '/a.md', 'markdown'],
    [undefined, 'Pro $12', '/', 'text'],
    [undefined, '%PDF-1.4\n\u0000\u0001', '/', undefined],
    ['image/png', '<html>', '/', undefined],
    ['application/octet-stream', '<html>', '/', undefined],
    ['text/css', '', '/', undefined],
  ])('%s with %j at %s is %s', (type, body, path, format) => {
    expect(formatOf(type, bytes(body), path)).toBe(format);
  });
});

describe('charsetOf', () => {
  it.each([
    ['text/html; charset=iso-8859-1', '\xef\xbb\xbf<p>', 'utf-8'],
    ['text/html; charset=utf-8', '\xff\xfe<\0', 'utf-16le'],
    ['text/html', '\xfe\xff\0<', 'utf-16be'],
    ['text/html; charset="Shift_JIS"', '<meta charset=utf-8>', 'shift_jis'],
    ['text/html; charset=ISO-8859-1', '<p>', 'windows-1252'],
    ['text/html', '<head><meta charset="gbk">', 'gbk'],
    ['text/html', '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">', 'euc-kr'],
    ['text/html; charset=martian', '<meta charset=koi8-r>', 'koi8-r'],
    ['text/html', '<meta charset=martian><meta charset=big5>', 'big5'],
    ['text/html', '<meta charset=utf-16>', 'utf-8'],
    ['text/html', '<!-- <meta charset=gbk> --><p>', 'utf-8'],
    ['text/html', `${' '.repeat(1100)}<meta charset=gbk>`, 'utf-8'],
    ['text/html', '<p>plain', 'utf-8'],
  ])('%s with %j is %s', (type, body, charset) => {
    expect(charsetOf(type, latin1(body), 'html')).toBe(charset);
  });

  it('reads JSON as UTF-8 whatever the header says', () => {
    expect(charsetOf('application/json; charset=latin1', bytes('{}'), 'json')).toBe('utf-8');
  });
});
