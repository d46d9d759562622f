/** Vendors that state other prices for other markets: by path, by parameter, by a switch, and by who visits. */
import type { IncomingMessage } from 'node:http';
import { HTML, redirect, send } from '../answer.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { type Offer, truthOf } from '../offer.ts';
import { custom, free, offer, paid } from '../offers.ts';
import { type VendorFacts, vendorOf } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

export interface MarketVendor extends Vendor {
  elsewhere: NonNullable<Vendor['elsewhere']>;
}

const bodyOf = (slug: string, of: Offer) => layOut(of, layoutNamed('list-cards'), slug).body;
const truthAt = (of: Offer) => () => truthOf(of);
const isAsked = ({ url = '' }: IncomingMessage, query: string) => url.endsWith(`?${query}`);

interface Facts extends Omit<VendorFacts, 'expect' | 'truth'> {
  offer: Offer;
}

function vendor(facts: Facts, elsewhere: MarketVendor['elsewhere'], respond: Vendor['respond']): MarketVendor {
  const { offer: own, ...rest } = facts;
  return { ...vendorOf({ ...rest, expect: 'prices', truth: truthAt(own) }, respond), elsewhere };
}

const DOLLARS = offer('Per Path', { tiers: [free('Free'), paid('Team', { monthly: '20' }), custom('Enterprise')] });
const GERMAN: Partial<Offer> = { language: 'de', locale: 'de-DE', currency: 'EUR' };
const euros = (monthly: string) =>
  offer('Per Path', { ...GERMAN, tiers: [free('Free'), paid('Team', { monthly }), paid('Verein', { monthly: '6' })] });
const RAISED = new Date('2026-04-01T00:00:00Z');
const eurosAt = (at: Date) => euros(at < RAISED ? '22' : '25');

const byPath = vendor(
  { slug: 'per-path', name: 'Per Path', offer: DOLLARS },
  [{ id: 'preise', path: '/de/preise', market: 'DE', truth: (at) => truthOf(eurosAt(at)) }],
  (_request, response, { path, now }) =>
    send(response, bodyOf('per-path', path === '/de/preise' ? eurosAt(now) : DOLLARS), { type: HTML }),
);

const AMERICAN = offer('Per Query', { tiers: [paid('Team', { monthly: '20' }), paid('Business', { monthly: '45' })] });
const CANADIAN = offer('Per Query', { tiers: [paid('Team', { monthly: '24' }), paid('Business', { monthly: '52' })] });

/** The same currency with other amounts; a country that it does not know gets the default page. */
const byQuery = vendor(
  { slug: 'per-query', name: 'Per Query', offer: AMERICAN },
  [
    { id: 'canada', path: '/pricing?country=CA', market: 'CA', truth: truthAt(CANADIAN) },
    { id: 'japan', path: '/pricing?country=JP', market: 'JP', truth: () => ({ tiers: [], tokenRates: [] }) },
  ],
  (request, response) =>
    send(response, bodyOf('per-query', isAsked(request, 'country=CA') ? CANADIAN : AMERICAN), { type: HTML }),
);

const SWITCHED = { USD: ['12', '30'], EUR: ['11', '28'], GBP: ['10', '25'] } as const;
type Switched = keyof typeof SWITCHED;
const SIGNS: Record<Switched, string> = { USD: '$', EUR: '€', GBP: '£' };
const switched = (currency: Switched) =>
  offer('Per Switch', {
    currency,
    tiers: (['Solo', 'Studio'] as const).map((name, at) => paid(name, { monthly: SWITCHED[currency][at] ?? '' })),
  });

/** One document with the prices of all currencies, of which a script shows one. */
function switchPage(): string {
  const codes = Object.keys(SWITCHED) as Switched[];
  const card = (name: string, at: 0 | 1) => `<article class="plan"><h2>${name}</h2>
<p>${codes.map((code) => `<span class="price" data-currency="${code}">${SIGNS[code]}${SWITCHED[code][at]} per month</span>`).join(' ')}</p>
<ul><li>Unlimited projects</li><li>Email support</li></ul><a href="/signup">Choose ${name}</a></article>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pricing | Per Switch</title></head><body><main>
<h1>Pricing</h1><p>Simple monthly plans.</p>
<select name="currency">${codes.map((code) => `<option>${code}</option>`).join('')}</select>
${card('Solo', 0)}${card('Studio', 1)}</main></body></html>`;
}

const bySwitch: MarketVendor = {
  ...vendor(
    { slug: 'per-switch', name: 'Per Switch', offer: switched('USD') },
    [
      { id: 'euro', path: '/pricing', market: 'EU', currency: 'EUR', truth: truthAt(switched('EUR')) },
      { id: 'pound', path: '/pricing', market: 'GB', currency: 'GBP', truth: truthAt(switched('GBP')) },
    ],
    (_request, response) => send(response, switchPage(), { type: HTML }),
  ),
  currency: 'USD',
};

const HOME = offer('Per Visitor', { tiers: [paid('Team', { monthly: '33' })] });

/** Who does not ask in German is sent to the default page. */
const byVisitor = vendor(
  { slug: 'per-visitor', name: 'Per Visitor', offer: HOME },
  [{ id: 'preise', path: '/de/preise', market: 'DE', truth: () => ({ tiers: [], tokenRates: [] }) }],
  (request, response, { path }) => {
    const isGerman = request.headers['accept-language']?.startsWith('de') === true;
    if (path === '/de/preise' && !isGerman) return redirect(response, '/pricing');
    const shown =
      path === '/de/preise' ? offer('Per Visitor', { ...GERMAN, tiers: [paid('Team', { monthly: '35' })] }) : HOME;
    return send(response, bodyOf('per-visitor', shown), { type: HTML });
  },
);

export const MARKETS: readonly MarketVendor[] = [byPath, byQuery, bySwitch, byVisitor];
