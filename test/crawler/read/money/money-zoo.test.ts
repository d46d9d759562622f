/**
 * Amounts as they are written the world over, and what must not be taken for one (money-zoo.yaml). A row states what is
 * read ("?" where the currency is assumed) in the language of its group; a row without amounts reads none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findMoney } from '../../../../crawler/read/money/money.ts';

const ZOO: Record<string, [text: string, amounts?: string][]> = parse(
  readFileSync(join(import.meta.dirname, 'money-zoo.yaml'), 'utf8'),
);

describe.each(Object.entries(ZOO))('%s', (lang, rows) => {
  test.each(rows)('%j', (text, amounts = '') => {
    const found = findMoney(text, { lang }).map(
      ({ amount, currency, currencyAssumed, isFloor }) =>
        `${isFloor ? 'from ' : ''}${amount} ${currency}${currencyAssumed ? '?' : ''}`,
    );
    expect(found.join(', ')).toBe(amounts);
  });
});
