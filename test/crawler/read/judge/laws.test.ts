/** What holds for any page that stands in another's place, however it is put together, and for any page at all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../long.ts';
import { card, read } from '../pages.ts';

const jsonLd = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const KINDS: Record<string, { titles: string[]; heads: string[]; rest: string[] }> = {
  challenge: {
    titles: ['Just a moment...', 'Human Verification', 'Nur einen Moment…', 'Pardon Our Interruption'],
    heads: ['Verify you are human', 'Checking your browser before accessing', 'Êtes-vous un robot ?', 'Press & Hold'],
    rest: ['<div class="g-recaptcha"></div>', '<script>window._cf_chl_opt={}</script>', '<form></form>'],
  },
  blocked: {
    titles: ['Access Denied', '403 Forbidden', 'Too many requests', 'Zugriff verweigert'],
    heads: ['Sorry, you have been blocked', 'Access denied', 'Northwind is not available in your country'],
    rest: ['<p>Reference #18.5e2f1</p>', '<hr><center>nginx</center>'],
  },
  consent: {
    titles: ['Before you continue', 'We value your privacy', 'Datenschutzeinstellungen'],
    heads: ['Before you continue', 'We value your privacy', 'Cookie consent', 'Le respect de votre vie privée'],
    rest: [
      '<button>Accept all</button>',
      '<p>We and our 812 partners store cookies.</p>',
      '<button>Reject all</button>',
    ],
  },
  login: {
    titles: ['Sign in', 'Log in to Northwind', 'Anmelden'],
    heads: ['Sign in to your account', 'Welcome back', 'Log in'],
    rest: [
      '<form><input type="email"><input type="password"></form>',
      '<form><input name="email"></form><p>Forgot password?</p>',
    ],
  },
  soft_404: {
    titles: ['404', 'Page not found | Northwind', 'Seite nicht gefunden', 'Error 404'],
    heads: ['Page not found', "Oops! We can't find that page", 'Página no encontrada', '页面不存在', '404 – not found'],
    rest: ['<p>It may have moved.</p>', '<a href="/">Home</a>', '<form><input type="search"></form>'],
  },
};

const part = fc.constantFrom(
  '<nav><a href="/pricing">Pricing</a> <a href="/login">Log in</a></nav>',
  '<p>While you are here: our plans start at $19 per month.</p>',
  '<section><h2>Popular</h2></section>',
  `<section>${card('Basic', '$12 / month')}${card('Plus', '$30 / month')}</section>`,
  '<footer><h4>Company</h4><p>Terms of Service</p><p>© 2026</p></footer>',
  '<aside><h3>Pro</h3><p>€ 20 pro Monat</p></aside>',
  '<p>Northwind brings your team together, wherever it works and whatever it works on.</p>',
);

describe.each(Object.entries(KINDS))('%s', (_name, { titles, heads, rest }) => {
  test('never yields a tier, whatever else is on it', () => {
    const own = fc.record({
      title: fc.constantFrom(...titles),
      head: fc.constantFrom(...heads),
      rest: fc.subarray(rest, { minLength: 1 }),
    });
    fc.assert(
      fc.property(own, fc.array(part, { maxLength: 4 }), fc.array(part, { maxLength: 4 }), (page, before, after) => {
        const body = [...before, `<h1>${page.head}</h1>`, ...page.rest, ...after].join('\n');
        const source = `<!doctype html><html lang="en"><title>${page.title}</title><body>${body}</body></html>`;
        const reading = read(source);
        expect(reading.verdict).not.toBe('pricing');
        expect([reading.tiers, reading.models]).toEqual([[], []]);
      }),
      // Each title and each heading is tried some ten times among other parts.
      { numRuns: repetitions(40, 200) },
    );
  });
});

test('every judgement has a reason and only a price list has tiers, whatever the page', () => {
  const words = fc.constantFrom(
    ...['Pricing', '404', 'Sign in', '$12 / month', '{{ price }}', 'vs', 'By Ada Lind', '5 min read', 'Add to cart'],
    ...['加载中', '—', 'Free'],
  );
  const tag = fc.constantFrom('h1', 'h2', 'p', 'title', 'article', 'nav', 'div', 'td', 'script', 'time');
  const node = fc
    .tuple(tag, fc.array(words, { maxLength: 4 }))
    .map(([name, said]) => `<${name}>${said.join(' ')}</${name}>`);
  const type = fc.constantFrom('BlogPosting', 'Product', 'JobPosting').map((each) => jsonLd({ '@type': each }));
  const address = fc.constantFrom(
    'https://a.example/pricing',
    'https://a.example',
    'https://docs.a.example/blog/x-vs-y',
    'not an address',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(node, type, fc.string()), { maxLength: 30 }), address, (nodes, url) => {
      const reading = read(nodes.join(''), { url });
      expect(reading.reason).not.toBe('');
      if (reading.verdict !== 'pricing') expect(reading.tiers.length + reading.models.length).toBe(0);
    }),
  );
});
