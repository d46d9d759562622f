import { expect, test } from 'vitest';
import { siteNames } from '../../../crawler/find/site-names.ts';
import { surveyOf } from '../../../crawler/read/site/survey.ts';

const namesOf = (head: string, url = 'https://www.acme.co.uk/pricing') =>
  siteNames([surveyOf(`<!doctype html><head>${head}</head><body><h1>Plans</h1></body>`, url)], url);
const linkedData = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

test.each([
  ['the part of the title that agrees with the domain', '<title>Pricing – Simple CRM | Acme</title>', 'Acme', 'Acme'],
  ['a title without the domain’s word', '<title>Pricing — Opstelling</title>', 'Opstelling', 'Opstelling'],
  ['no words about prices', '<title>Acme Pricing: plans for all</title>', 'Acme', 'Acme'],
  [
    'the name for sharing',
    '<title>Plans</title><meta property="og:site_name" content="ACME CRM">',
    'ACME CRM',
    'ACME CRM',
  ],
  [
    'the organisation as the vendor',
    `<title>Acme CRM</title>${linkedData({ '@graph': [{ '@type': ['Organization'], name: 'Acme Holding Ltd' }] })}`,
    'Acme CRM',
    'Acme Holding Ltd',
  ],
  ['broken data as nothing', '<script type="application/ld+json">{"name": "x"</script>', 'Acme', 'Acme'],
])('a site is named by %s', (_, head, name, vendor) => {
  expect(namesOf(head)).toMatchObject({ name, vendor });
});

test('links are bounded, resolved, without fragments, each once with its briefest words', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `<a href="/p/${at}">Page ${at}</a>`).join('');
  const page = `<base href="/app/"><a href="plans#team">All our plans</a><a href="plans">Plans</a><a href="javascript:alert(1)">x</a><a href="mailto:a@b.c">y</a>${many}`;
  const { links } = surveyOf(page, 'https://acme.test/');
  expect(links[0]).toEqual({ url: 'https://acme.test/app/plans', words: 'Plans' });
  expect(links).toHaveLength(3_000);
  expect(links.filter(({ url }) => !url.startsWith('https:'))).toEqual([]);
});
