import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';
import { KeyWords } from '../../../../crawler/read/page/key-words.ts';

const FRUIT = 1;
const TAX = 2;
const NUMBER = 4;
const words = new KeyWords(
  new Map([
    [FRUIT, 'apple|pear tree|poire!|éclair|苹果'],
    [TAX, 'vat!|tax|% of'],
    [NUMBER, '0|1|2|3|4|5|6|7|8|9|one!'],
  ]),
);
const inLine = (line: string) => words.in(htmlDocument(`<p>${line}</p>`))[0] ?? 0;

describe('key words', () => {
  it.each([
    ['Apples for all', FRUIT],
    ['an APPLE', FRUIT],
    ['a pineapple', 0],
    ['a pear tree', FRUIT],
    ['a pear', 0],
    ['une poire, merci', FRUIT],
    ['des poires', 0],
    ['ÉCLAIRS', FRUIT],
    ['新鲜苹果', FRUIT],
    ['plus VAT', TAX],
    ['the Vatican', 0],
    ['taxes on apples', TAX | FRUIT],
    ['20 % of it', TAX | NUMBER],
    ['10tax', TAX | NUMBER],
    ['one', NUMBER],
    ['ones', 0],
    ['nothing of the kind', 0],
  ])('%s', (line, subjects) => expect(inLine(line)).toBe(subjects));

  it('tells of each line what stands in it', () => {
    const document = htmlDocument('<p>Apples</p><p>Nothing</p><table><tr><td>One</td><td>tax</td></tr></table>');
    expect([...words.in(document)]).toEqual([FRUIT, 0, NUMBER, TAX]);
  });

  it('finds a word wherever it stands among others', () => {
    const other = fc.stringMatching(/^[b-hj-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(other), fc.array(other), (before, after) => {
        expect(inLine([...before, 'apple', ...after].join(' ')) & FRUIT).toBe(FRUIT);
      }),
    );
  });

  it('takes no word with characters that it cannot tell apart', () => {
    expect(() => new KeyWords(new Map([[FRUIT, 'pоire']]))).toThrow(RangeError);
  });
});
