/** The page with its prices marked: exactly the quoted words, in a page that can do nothing, whatever the vendor wrote. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { Browser } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { highlight } from '../../../../crawler/read/explain/highlight.ts';
import { amountIn } from '../../../../crawler/read/explain/marks.ts';
import { readPage } from '../../../../crawler/read/read.ts';
import type { PageFormat } from '../../../../data/page.ts';
import { pageText } from '../../../../data/text/page-text.ts';
import { firstOf, repetitions } from '../../../long.ts';
import { sharedChromium } from '../../../shared-chromium.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { INJECTIONS } from '../../../vendor-web/injection.ts';
import { layoutsOf } from '../../../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../../../vendor-web/random-offer.ts';
import { chromiumPath } from '../../chromium.ts';
import { evidenceOf } from '../pages.ts';

const URL = 'https://vendor.example/pricing';

function shown(source: string, format: PageFormat = 'html') {
  const reading = readPage(source, { format, url: URL });
  return { reading, page: highlight(source, reading, { format, url: URL }) };
}

/** Words of the page itself without white space, and which of them are marked. */
function wordsOf(page: string): { words: string; marked: boolean[]; legend: string } {
  let words = '';
  let legend = '';
  const marked: boolean[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentagname: (name) => void open.push(name),
    onclosetag: () => void open.pop(),
    ontext(data) {
      const bare = data.replace(/\s+/g, '');
      if (open.includes('header') && !open.includes('main')) legend += data;
      if (!open.includes('main')) return;
      words += bare;
      for (let at = 0; at < bare.length; at += 1) marked.push(open.includes('mark'));
    },
  });
  parser.end(page);
  return { words, marked, legend };
}

const bare = (text: string) => text.replace(/\s+/g, '');

function expectExactMarks(source: string, format: PageFormat): void {
  const { reading, page } = shown(source, format);
  const { words, marked } = wordsOf(page);
  const text = pageText(source, format);
  expect(words).toBe(bare(text));
  const wanted = new Array<boolean>(words.length).fill(false);
  for (const { scope, textStart, textEnd } of evidenceOf(reading)) {
    if (scope === 'text') wanted.fill(true, bare(text.slice(0, textStart)).length, bare(text.slice(0, textEnd)).length);
  }
  expect(marked).toEqual(wanted);
}

describe('the marks', () => {
  const seeds = firstOf(1, [3, 1007]);
  const pages = seeds.flatMap((seed) =>
    [randomOffer(seed), randomRates(seed)].flatMap((offer) => layoutsOf(offer, seed)),
  );

  test.each(pages.map((page) => [page.layout, page] as const))(
    'stand around the quotes and nothing else: %s',
    (_, page) => {
      expectExactMarks(page.body, page.format);
    },
  );

  test('whatever stands between the words', () => {
    const gap = fc.constantFrom(
      ' ',
      '\n\t ',
      '<!-- -->',
      '<br>',
      '<i></i>',
      ' <svg><text>9</text></svg> ',
      '&nbsp;',
      '&#8203;',
      '<script>1</script>',
    );
    fc.assert(
      fc.property(fc.tuple(gap, gap, gap, gap), fc.integer({ min: 2, max: 900 }), ([a, b, c, d], dollars) => {
        const page = `<h1>Pricing</h1>${a}<div><h2>Basic${b}</h2><p>$<b>${dollars}</b>${c}per user &amp; month${d}</p></div><div><h2>Plus</h2><p>$${dollars + 9} / month</p></div>`;
        expectExactMarks(page, 'html');
      }),
      { numRuns: repetitions(20, 60) },
    );
  });

  test('make the amount stronger', () => {
    const { page } = shown(
      '<h1>Pricing</h1><div><h2>Basic</h2><p>$1,250.00 / month</p></div><div><h2>Plus</h2><p>$2,500 / month</p></div>',
    );
    expect(page).toMatch(/<mark [^>]*>\$<strong>1,250\.00<\/strong> \/ month<\/mark>/);
  });

  test.each([
    ['$12 / month', '12.00', '12'],
    ['1.250,00 € im Monat', '1250.00', '1.250,00'],
    ['10 users for $9.50', '9.50', '9.50'],
    ['¥0.0144', '14.40', '0.0144'],
    ['2 for 3', '9.00', undefined],
    ['free', '0.00', undefined],
  ])('know the amount in "%s"', (quote, amount, found) => {
    const span = amountIn(quote, amount);
    expect(span && quote.slice(span.start, span.end)).toBe(found);
  });

  test('of words in scripts are in the legend, with the source around them', () => {
    const source = `<h1>Pricing</h1><p>Plans for teams.</p><script type="application/ld+json">{"@type":"Product","name":"Vesk","offers":[{"@type":"Offer","name":"Team","price":"12.00","priceCurrency":"USD","unitCode":"MON"}]}</script>`;
    const { page, reading } = shown(source);
    expect(evidenceOf(reading).map(({ scope }) => scope)).toEqual(['source']);
    expect(page).toContain('<mark>"price":"12.00"</mark>');
    expect(page).toContain('in the source, line 1');
  });
});

describe('the legend', () => {
  test('says what is assumed, and which readers found a free plan, as the table does', () => {
    const { legend } = wordsOf(
      shown('<h1>Pricing</h1><div><div><h3>Basic</h3><p>Free</p></div><div><h3>Pro</h3><p>$12 / month</p></div></div>')
        .page,
    );
    expect(legend).toContain('free · cards, offers');
    expect(legend).toContain('12.00 USD / month, billed monthly (assumed) · cards, offers');
  });

  test('says of a page without prices that there are none, and why', () => {
    const { legend } = wordsOf(shown('<title>About us</title><p>We make software.</p>').page);
    expect(legend).toContain('not pricing');
    expect(legend).toContain('No price, free tier or rate was read.');
  });

  test('names each tier with its prices and who found them', () => {
    const { legend } = wordsOf(
      shown('<h1>Pricing</h1><div><h2>Basic</h2><p>$12 / month</p></div><div><h2>Plus</h2><p>Contact us</p></div>')
        .page,
    );
    expect(legend).toMatch(/Basic.*12\.00 USD \/ month.*cards.*“\$12 \/ month”.*Plus.*contact us/s);
  });

  test('of a page nested too deep says so', () => {
    expect(shown('<div>'.repeat(12_500)).page).toContain('nested');
  });
});

const HOSTILE = [
  ...INJECTIONS.map(({ text }) => text),
  '<img src=/leak onerror=alert(1)><svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<body onload=alert(1) style="background:url(/leak)"><form action=/leak><button formaction=/leak autofocus onfocus=alert(1)>Buy</button></form>',
  '<meta http-equiv=refresh content="0;url=/leak"><base href=/leak><link rel=stylesheet href=/leak><link rel=preload as=image href=/leak>',
  '<style>@import "/leak"; .reading{display:none} @font-face{font-family:x;src:url(/leak)} *{font-family:x}</style>',
  '<iframe srcdoc="<script>alert(1)</script>" src=/leak></iframe><object data=/leak></object><embed src=/leak><video src=/leak autoplay poster=/leak></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><textarea></textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
];
const page = (hostile: string) =>
  `<!doctype html><html><head><title>Pricing ${hostile}</title></head><body><h1>Pricing</h1><div><h3>Basic</h3><p onclick="alert(1)" style="background:url(/leak)" id="mark-1">$12 / month</p>${hostile}</div><div><h3 title='${hostile}'>Plus ${hostile}</h3><p>$30 / month ${hostile}</p></div></body></html>`;

describe('of a hostile page', () => {
  const ELEMENTS =
    /^(?:html|head|meta|title|style|body|header|main|h[1-6]|p|span|ul|ol|li|a|code|mark|strong|q|div|pre|b|i|em|s|u|del|ins|small|sub|sup|table|caption|thead|tbody|tfoot|tr|td|th|br|hr|dl|dt|dd|section|article|aside|nav|footer|figure|figcaption|blockquote|details|summary|address|kbd)$/;
  const ATTRIBUTES = /^(?:class|id|title|href|lang|dir|charset|name|content|http-equiv|colspan|rowspan|open)$/;

  test.each(HOSTILE.map((each) => [each.slice(0, 60), each]))(
    'nothing is left but plain elements: %s',
    (_, hostile) => {
      const elements = new Set<string>();
      const attributes = new Set<string>();
      const leads: string[] = [];
      new Parser({
        onopentag(name, attribs) {
          elements.add(name);
          for (const attribute of Object.keys(attribs)) attributes.add(attribute);
          if (attribs.href !== undefined) leads.push(attribs.href);
        },
      }).end(shown(page(hostile)).page);
      expect([...elements].filter((name) => !ELEMENTS.test(name))).toEqual([]);
      expect([...attributes].filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
      expect(leads.filter((href) => !/^#mark-\d+$/.test(href))).toEqual([]);
    },
  );
});

describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
  const folder = temporaryDirectory();
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });

  async function opened(html: string) {
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    const tab = await browser.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    tab.on('request', (request) => void asked.push(request.url()));
    tab.on('dialog', (dialog) => {
      said.push(`dialog ${dialog.message()}`);
      return dialog.dismiss();
    });
    tab.on('console', (message) => void said.push(message.text()));
    const url = pathToFileURL(file).href;
    await tab.goto(url, { waitUntil: 'networkidle' });
    return { tab, url, asked, said };
  }

  test('hostile pages ask for nothing, run nothing and break no policy, even without one', {
    timeout: 120_000,
  }, async () => {
    const html = shown(page(HOSTILE.join('\n'))).page;
    for (const each of [html, html.replace(/<meta http-equiv[^>]*>/, '')]) {
      const { tab, url, asked, said } = await opened(each);
      expect({ asked, said }).toEqual({ asked: [url], said: [] });
      expect(await tab.locator('.reading').isVisible()).toBe(true);
      await tab.close();
    }
  });

  test('the policy is the first thing in the head', () => {
    expect(shown('<p>x</p>').page).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">/,
    );
  });

  test('marks hold the quotes, and the legend leads to them', async () => {
    const [layout] = layoutsOf(randomOffer(3), 3);
    const { reading, page: html } = shown(layout?.body ?? '');
    const { tab } = await opened(html);
    const texts = await tab.locator('main mark').allInnerTexts();
    const joined = bare(texts.join(''));
    for (const { quote } of evidenceOf(reading)) expect(joined).toContain(bare(quote));
    await tab.locator('.reading a').last().click();
    expect(await tab.locator('mark:target').count()).toBe(1);
    await tab.close();
  });
});
