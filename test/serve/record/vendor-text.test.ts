import { describe, expect, it } from 'vitest';
import { cell, label, markdown, markdownCode, markdownUrl, quoted } from '../../../serve/record/vendor-text.ts';

describe('a label', () => {
  it.each([
    ['  Pro \n\t plan ', 'Pro plan'],
    ['Pro\u0000\u001b[31m', 'Pro[31m'],
    ['a\u202Egnp.exe\u202C', 'agnp.exe'],
    ['P\u200Br\u2060o\uFEFF', 'Pro'],
    ['Tag\u{E0041}\u{E0042}', 'Tag'],
    ['line\u2028break', 'line break'],
    ['\uD800lone', 'lone'],
    ['e\u0301quipe', 'équipe'],
  ])('%j is written %j', (text, written) => {
    expect(label(text)).toBe(written);
  });

  it('is cut between characters', () => {
    expect(label('👩'.repeat(100), 10)).toBe(`${'👩'.repeat(4)}…`);
  });
});

describe('a quote', () => {
  it('keeps the boundaries of blocks and cells, and nothing else that can’t be seen', () => {
    expect(quoted('Pro\n$12\tper user\u0007\u202E')).toBe('Pro\n$12\tper user');
  });
});

describe('Markdown', () => {
  it.each([
    ['Acme](https://evil.example) [x', 'Acme\\](https\\://evil.example) \\[x'],
    ['**Bold** _it_ `code`', '\\*\\*Bold\\*\\* \\_it\\_ \\`code\\`'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['# Heading\n- list', '\\# Heading - list'],
    ['AT&amp;T', 'AT\\&amp;T'],
    ['www.evil.example', 'www\\.evil.example'],
    ['sales@evil.example', 'sales\\@evil.example'],
    ['Pro: +$5 (billed yearly)', 'Pro: +$5 (billed yearly)'],
  ])('%j is written %j', (text, written) => {
    expect(markdown(text)).toBe(written);
  });

  it.each([
    ['a`b', '`` a`b ``'],
    ['``', '``` `` ```'],
    ['', '`  `'],
    ['Pro\n\n# Free', '`Pro # Free`'],
  ])('%j as code is written %j', (text, written) => {
    expect(markdownCode(text)).toBe(written);
  });

  it('a URL can’t close its link', () => {
    expect(markdownUrl('https://a.example/b)(c d<e>')).toBe('https://a.example/b%29%28c%20d%3Ce%3E');
  });
});

describe('a cell of a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['-20 %', "'-20 %"],
    [' \n@SUM(A1)', "' \n@SUM(A1)"],
    ['$12 + tax', '$12 + tax'],
  ])('%j is written %j', (text, written) => {
    expect(cell(text)).toBe(written);
  });
});
