/** What is remembered of parameters changes nothing of what they mean. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { smallFeeds } from '../../../serve/files/feeds/list.ts';
import { parametersParser, parseParameters } from '../../../serve/interface/parameters.ts';
import { batch } from '../../../serve/operations/batch.ts';
import { operations } from '../../../serve/operations/list.ts';
import { pages } from '../../../serve/pages/list.ts';

const texts = fc.constantFrom(
  ...['', '0', '1', '-1', '10', '3.5', '1e3', 'true', 'false', 'maybe', 'full', 'summary', 'relevance', 'name'],
  ...['acme', 'acme,delta', ' acme , acme', ',', 'tiers,evidence', 'price', '2026-06-30', '2026-13-01', 'monthly'],
);
const values = fc.oneof(texts, fc.constantFrom<unknown>(undefined, null, 3, 3.5, true, [], ['acme'], {}));

it.each([...operations, ...pages, ...smallFeeds].map(({ id, params }) => [id, params] as const))(
  'of %s, asked again and again',
  (_id, params) => {
    const parse = parametersParser(params);
    const given = fc.dictionary(fc.constantFrom(...Object.keys(params.shape), 'unknown'), values, {
      noNullPrototype: true,
    });
    const outcomeOf = (read: () => unknown) => {
      try {
        return JSON.stringify(read());
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(given, (asked) => {
        const all = new Map(Object.entries(asked));
        const expected = outcomeOf(() => parseParameters(params, all));
        expect([outcomeOf(() => parse(all)), outcomeOf(() => parse(all))]).toEqual([expected, expected]);
      }),
    );
  },
);

it('of a list, what one answer does to it is no other’s matter', () => {
  const parse = parametersParser(batch.params);
  const given = new Map([['slugs', 'acme,beta']]);
  parse(given).slugs.reverse();
  expect(parse(given)).toMatchObject({ slugs: ['acme', 'beta'] });
});
