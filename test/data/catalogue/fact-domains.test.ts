/** Facts whose page is another company's are no facts of the product. */
import { expect, it } from 'vitest';
import { foreignDomainOf, foreignFacts, registrableDomain } from '../../../data/catalogue/fact-domains.ts';
import { importedFact, product } from '../../builders.ts';

const own = product({ slug: 'acme', homepage: 'https://www.acme.co.uk', sources: [] });

it.each([
  ['https://docs.acme.co.uk/pricing', undefined],
  ['https://acme.team/pricing', 'acme.team'],
  ['https://other.co.uk/pricing', 'other.co.uk'],
  ['https://acme.co.uk.evil.example/pricing', 'evil.example'],
  ['https://web.archive.org/web/20250101000000/https://www.acme.co.uk/pricing', undefined],
  ['https://web.archive.org/web/20250305110535/http://web.archive.org/screenshot/https://acme.co.uk/', undefined],
  ['https://web.archive.org/web/20250101000000/https://other.example/pricing', 'other.example'],
  ['https://acme.github.io/pricing', 'acme.github.io'],
])('the page %s of acme.co.uk is at another company: %s', (sourceUrl, domain) => {
  expect(foreignDomainOf(own, { sourceUrl })).toBe(domain);
});

it('a fact that names no page follows the others of its file', () => {
  const named = importedFact({ sourceUrl: 'https://acme.team/pricing' });
  const past = importedFact({ dataset: 'example/prices:acme.yaml@2' });
  const elsewhere = importedFact({ dataset: 'example/other:prices.csv@abc' });
  expect([...foreignFacts(own, [named, past, elsewhere])]).toEqual([
    [named, 'acme.team'],
    [past, 'acme.team'],
  ]);
  const ownPage = importedFact({ sourceUrl: 'https://acme.co.uk/pricing' });
  expect([...foreignFacts(own, [named, ownPage, past]).keys()]).toEqual([named]);
});

it('a product without an address is compared with none', () => {
  expect(foreignDomainOf(product({ sources: [] }), { sourceUrl: 'https://acme.team/' })).toBeUndefined();
  expect(registrableDomain('https://localhost/')).toBe('localhost');
});
