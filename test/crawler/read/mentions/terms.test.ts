/** What the words around an amount say, a row for each wording. */
import { expect, test } from 'vitest';
import { type Terms, termsAround } from '../../../../crawler/read/mentions/terms.ts';
import { LANGUAGES, matcherFor } from '../../../../crawler/read/vocabulary/vocabulary.ts';
import { casesOf } from '../../../cases.ts';

const cases = casesOf(import.meta.filename);

const match = matcherFor([...LANGUAGES.keys()]);

test.each(cases<[head: string, tail: string, terms: Partial<Terms>]>('around an amount'))(
  '%j before and %j after',
  (head, tail, terms) => {
    const text = `${head}9${tail}`;
    const amount = { start: head.length, end: head.length + 1 };
    expect(termsAround({ text, amount, before: 0, after: text.length, match, seams: [] })).toMatchObject(terms);
  },
);
