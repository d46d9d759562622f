/**
 * Vendors that do not say the same to everyone, or every time. What is true of them is what they stated to us: nobody
 * can prove more.
 */
import { redirect, send } from '../answer.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { NO_TRUTH, type Offer, type Truth, truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { pageVendor, vendorOf } from '../page-vendor.ts';
import type { Expectation, Vendor, World } from '../vendor.ts';

const page = (each: Offer) => layOut(each, layoutNamed('list-cards')).body;
const of = (team: string, over: Partial<Offer> = {}) =>
  offer('Turncoat', { tiers: [paid('Team', { monthly: team })], ...over });

const cheap = of('19');
const usual = of('29');
const euros = of('27', { currency: 'EUR', locale: 'en-IE' });

/** All that either says; an answer may hold any of it. */
const either = (...offers: readonly Offer[]): Truth => ({
  tiers: offers.flatMap((each) => truthOf(each).tiers),
  tokenRates: [],
});

function turning(slug: string, says: (world: World) => Offer, offers: readonly Offer[], headers = {}): Vendor {
  return pageVendor(
    { slug, name: slug, expect: 'survives', truth: () => either(...offers) },
    (_request, response, world) => send(response, page(says(world)), { headers }),
  );
}

const isBot = (agent = '') => /bot|crawl|spider/i.test(agent);

interface Cloak {
  /** To whom names itself a robot. */
  bots: string;
  expect: Expectation;
  truth?: Truth;
  decoys?: readonly string[];
}

/** One page for people and another for robots. */
function cloaked(slug: string, { bots, expect, truth = NO_TRUTH, decoys = [] }: Cloak): Vendor {
  return pageVendor({ slug, name: slug, expect, truth: () => truth, decoys }, (request, response) =>
    send(response, isBot(request.headers['user-agent']) ? bots : page(usual), { headers: { vary: 'user-agent' } }),
  );
}

const bare = (title: string, words: string) => `<!doctype html><title>${title}</title><h1>${title}</h1><p>${words}</p>`;

export const TURNCOATS: readonly Vendor[] = [
  turning('ab-prices', ({ visits }) => (visits % 2 === 0 ? usual : cheap), [usual, cheap]),
  turning('ab-currencies', ({ visits }) => (visits % 2 === 0 ? usual : euros), [usual, euros]),
  // Cached for ever, and never the same.
  turning(
    'cached-for-ever',
    ({ visits }) => of(String(20 + visits)),
    Array.from({ length: 40 }, (_, at) => of(String(20 + at))),
    {
      'cache-control': 'public, max-age=31536000, immutable',
      age: '86400',
    },
  ),
  // To robots it states another price: that is what it stated to us.
  cloaked('cloaked-price', { bots: page(cheap), expect: 'prices', truth: truthOf(cheap), decoys: ['29'] }),
  cloaked('cloaked-browser', {
    bots: bare('Your browser is not supported', 'Please use a modern browser to see this page.'),
    expect: 'not_pricing',
    decoys: ['29'],
  }),
  cloaked('cloaked-region', {
    bots: bare('Not available in your region', 'We do not serve your country yet.'),
    expect: 'not_pricing',
    decoys: ['29'],
  }),
  cloaked('cloaked-empty', { bots: '<!doctype html><title>Plans</title>', expect: 'unreadable', decoys: ['29'] }),
  // A maze that is made for robots: each page leads to the next, and none is the one that was asked for.
  vendorOf(
    { slug: 'maze', name: 'maze', expect: 'unreadable', failures: ['too_many_redirects'], decoys: ['29'] },
    (_request, response, { path }) =>
      redirect(response, `${path.length > 60 ? '/pricing' : path}/${'abcdefgh'.charAt(path.length % 8)}`),
  ),
];
