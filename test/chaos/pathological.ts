/** Pages whose text is made to make matchers backtrack and parsers nest: of what a pricing page is full of, by the thousand. */
import { HTML, send } from '../vendor-web/answer.ts';
import { pageVendor } from '../vendor-web/page-vendor.ts';
import type { Vendor } from '../vendor-web/vendor.ts';

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pricing</title>${head}</head><body><main><h1>Pricing</h1>${body}</main></body></html>`;

const LETTERS = 300_000;
/** Each repeated to the same length: nearly a price, a term, a list, a range, and never one to the end. */
const NEARLY: Readonly<Record<string, string>> = {
  spaces: ' \u00a0',
  breaks: '<br>',
  dollars: '$',
  digits: '9',
  'dots-and-commas': '1.1,1',
  prices: '$1 ',
  ranges: '$1-$2-',
  periods: ' per month per year per',
  'or-else': '$9 or $8 or ',
  'from-to': 'from from to to ',
  slashes: '/mo/',
  brackets: '(((',
  quotes: '“”‘’"',
  capitals: 'AaAa ',
  'zero-width': '\u200b1',
  letters: 'a',
  hyphens: 'a-',
  codes: 'USD EUR ',
  entities: '&amp;&#36;&lt',
  'code-fences': '```\n',
  pipes: '| $1 |',
  ages: 'billed annually billed monthly ',
  'tokens-per': '$1 per 1M tokens per ',
};

const STRUCTURES: Readonly<Record<string, () => string>> = {
  lists: () => `${'<ul><li>'.repeat(4_000)}$9 per month${'</li></ul>'.repeat(4_000)}`,
  tables: () => `${'<table><tr><td>'.repeat(2_000)}$9`,
  cards: () => '<div class="plan"><h3>Pro</h3><p>$9 per month</p></div>'.repeat(6_000),
  headings: () => Array.from({ length: 20_000 }, (_, at) => `<h${1 + (at % 6)}>Tier ${at}</h${1 + (at % 6)}>`).join(''),
  formatting: () => '<b><i><u><a>$9'.repeat(3_000),
  classes: () => `<p class="${'price '.repeat(60_000)}">$9 per month</p>`,
  styles: () =>
    `<style>${'.a .b::after{content:"9"}'.repeat(10_000)}${'a'.repeat(200_000)}</style><p class="b">$9 per month</p>`,
  'json-ld': () =>
    `<script type="application/ld+json">${'{"offers":['.repeat(5_000)}${']}'.repeat(5_000)}</script><p>$9 per month</p>`,
  state: () =>
    `<script>self.__next_f.push([1,"${String.raw`\"plans\":[{\"price\":9,`.repeat(8_000)}"])</script><p>$9 per month</p>`,
  selects: () => `<select>${'<option>$9 per month'.repeat(10_000)}</select>`,
};

function vendor(slug: string, body: string): Vendor {
  return pageVendor({ slug, name: slug, expect: 'survives', tolerated: ['9', '8', '1', '2'] }, (_request, response) =>
    send(response, body, { type: HTML }),
  );
}

export function pathologicalVendors(): Vendor[] {
  const nearly = Object.entries(NEARLY).map(([slug, text]) =>
    vendor(`nearly-${slug}`, page(`<p>${text.repeat(Math.ceil(LETTERS / text.length))}</p>`)),
  );
  const structures = Object.entries(STRUCTURES).map(([slug, body]) => vendor(`structure-${slug}`, page(body())));
  // By turns, so that the first few are of both kinds.
  return nearly.flatMap((each, at) => [each, ...structures.slice(at, at + 1)]);
}
