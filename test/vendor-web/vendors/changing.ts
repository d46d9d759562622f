/**
 * Vendors whose pages change with the clock of the web. Each is a list of eras; what an era's page states is the
 * truth from its first day on.
 */
import type { Offer, OfferTier } from '../offer.ts';
import { custom, free, model, offer, onSale, paid } from '../offers.ts';
import { type OfferFacts, offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

interface Era {
  /** First day, UTC. The first era also holds before its own first day. */
  from: string;
  offer: Offer;
  layout?: string;
}

export interface ChangingVendor extends Vendor {
  /** Days on which what the page states, or how, is no longer what it was the day before. */
  changesOn: readonly string[];
}

function changing(
  facts: Omit<OfferFacts, 'offer' | 'layout'> & { layout?: string },
  eras: readonly [Era, ...Era[]],
): ChangingVendor {
  const eraAt = (at: Date): Era => eras.findLast(({ from }) => Date.parse(from) <= at.getTime()) ?? eras[0];
  const vendor = offerVendor({
    ...facts,
    offer: (at) => eraAt(at).offer,
    layout: ({ now }) => eraAt(now).layout ?? facts.layout ?? 'div-cards',
  });
  return { ...vendor, changesOn: eras.slice(1).map(({ from }) => from) };
}

/** The eras of one product whose tiers change. */
function eras(
  product: string,
  ...list: readonly [[string, OfferTier[], Partial<Offer>?], ...[string, OfferTier[], Partial<Offer>?][]]
): [Era, ...Era[]] {
  const era = ([from, tiers, over]: [string, OfferTier[], Partial<Offer>?]): Era => ({
    from,
    offer: offer(product, { ...over, tiers }),
  });
  const [first, ...rest] = list;
  return [era(first), ...rest.map(era)];
}

const pro = (monthly: string) => paid('Pro', { monthly });
/** Other bytes of a page that state the same. */
const reworded = (tier: OfferTier): OfferTier => ({ ...tier, tagline: 'For teams of any size.' });

export const CHANGING: readonly ChangingVendor[] = [
  changing(
    { slug: 'raisedonce', name: 'Raised Once', category: 'project-management' },
    eras('Raised Once', ['2026-01-01', [free('Free'), pro('12')]], ['2026-03-01', [free('Free'), pro('15')]]),
  ),
  changing(
    { slug: 'everyquarter', name: 'Every Quarter', category: 'seo-marketing', layout: 'plan-columns' },
    eras(
      'Every Quarter',
      ['2026-01-01', [pro('20')]],
      ['2026-04-01', [pro('22')]],
      ['2026-07-01', [pro('25')]],
      ['2026-10-01', [pro('29')]],
    ),
  ),
  changing(
    { slug: 'renamedtier', name: 'Renamed Tier', category: 'cms', layout: 'list-cards' },
    eras(
      'Renamed Tier',
      ['2026-01-01', [paid('Standard', { monthly: '10' }), paid('Premium', { monthly: '30' })]],
      ['2026-03-15', [paid('Essentials', { monthly: '10' }), paid('Premium', { monthly: '30' })]],
    ),
  ),
  changing(
    { slug: 'tieradded', name: 'Tier Added', category: 'forms-surveys' },
    eras(
      'Tier Added',
      ['2026-01-01', [paid('Basic', { monthly: '8' }), paid('Team', { monthly: '24' })]],
      [
        '2026-03-01',
        [paid('Basic', { monthly: '8' }), paid('Team', { monthly: '24' }), paid('Company', { monthly: '64' })],
      ],
    ),
  ),
  changing(
    { slug: 'tierremoved', name: 'Tier Removed', category: 'scheduling', layout: 'article-cards' },
    eras(
      'Tier Removed',
      ['2026-01-01', [free('Free'), paid('Plus', { monthly: '9' }), paid('Max', { monthly: '19' })]],
      ['2026-05-01', [paid('Plus', { monthly: '9' }), paid('Max', { monthly: '19' })]],
    ),
  ),
  changing(
    { slug: 'newcurrency', name: 'New Currency', category: 'analytics' },
    eras(
      'New Currency',
      ['2026-01-01', [pro('18')], { currency: 'EUR', locale: 'en-IE' }],
      ['2026-06-01', [pro('20')]],
      ['2026-06-20', [reworded(pro('20'))]],
    ),
  ),
  changing(
    { slug: 'deepcut', name: 'Deep Cut', category: 'databases' },
    eras(
      'Deep Cut',
      ['2026-01-01', [pro('100'), custom('Enterprise')]],
      ['2026-03-01', [pro('20'), custom('Enterprise')]],
      ['2026-03-08', [reworded(pro('20')), custom('Enterprise')]],
    ),
  ),
  changing(
    { slug: 'springsale', name: 'Spring Sale', category: 'creator-learning' },
    eras(
      'Spring Sale',
      ['2026-01-01', [pro('40')]],
      ['2026-03-20', [onSale('Pro', { was: '40', now: '24' })]],
      ['2026-04-05', [pro('40')]],
    ),
  ),
  changing({ slug: 'redesigned', name: 'Redesigned', category: 'security' }, [
    { from: '2026-01-01', layout: 'div-cards', offer: offer('Redesigned', { tiers: [free('Free'), pro('35')] }) },
    { from: '2026-03-01', layout: 'plan-columns', offer: offer('Redesigned', { tiers: [free('Free'), pro('35')] }) },
    { from: '2026-06-01', layout: 'definition-list', offer: offer('Redesigned', { tiers: [free('Free'), pro('35')] }) },
  ]),
  changing(
    { slug: 'wentcustom', name: 'Went Custom', category: 'customer-support' },
    eras(
      'Went Custom',
      ['2026-01-01', [pro('30'), paid('Enterprise', { monthly: '90' })]],
      ['2026-03-01', [pro('30'), custom('Enterprise')]],
    ),
  ),
  changing(
    { slug: 'annualadded', name: 'Annual Added', category: 'no-code', layout: 'list-cards' },
    eras('Annual Added', ['2026-01-01', [pro('10')]], ['2026-03-01', [paid('Pro', { monthly: '10', annual: '8' })]]),
  ),
  changing({ slug: 'cheapertokens', name: 'Cheaper Tokens', category: 'llm-api', layout: 'rates-per-million' }, [
    {
      from: '2026-01-01',
      offer: offer('Cheaper Tokens', { models: [model('steady-1', '3', '15'), model('steady-0', '1', '5')] }),
    },
    {
      from: '2026-03-01',
      offer: offer('Cheaper Tokens', { models: [model('steady-1', '2', '10'), model('steady-0', '1', '5')] }),
    },
  ]),
];

/** Two layouts of the same prices, by turns: no visit may look like a change. */
const splitTest = offerVendor({
  slug: 'splittest',
  name: 'Split Test',
  category: 'ecommerce',
  offer: offer('Split Test', { tiers: [paid('Shop', { monthly: '29' }), paid('Store', { monthly: '79' })] }),
  layout: ({ visits }) => (visits % 2 === 0 ? 'div-cards' : 'plan-rows'),
});

const SLIP_DAY = '2026-03-10';

/** For one day a misplaced decimal point: the page says ten times the price, and the price has not changed. */
const slip = offerVendor({
  slug: 'slippedpoint',
  name: 'Slipped Point',
  category: 'observability',
  offer: offer('Slipped Point', { tiers: [paid('Team', { monthly: '12' })] }),
  edit: (body, { now }) => (now.toISOString().startsWith(SLIP_DAY) ? body.replaceAll('$12', () => '$120') : body),
  decoys: ['120'],
});

export const UNSTEADY: readonly Vendor[] = [splitTest, slip];
