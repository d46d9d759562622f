/** Honest vendors with one unchanging offer each: one for every layout of tiers. */
import { NOISE_AMOUNTS } from '../layouts/noisy.ts';
import type { Offer } from '../offer.ts';
import { custom, free, offer, paid } from '../offers.ts';
import { type OfferFacts, offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

type Plain = Omit<OfferFacts, 'name' | 'offer'> &
  Pick<Offer, 'tiers'> &
  Partial<Pick<Offer, 'unit' | 'locale' | 'currency'>>;

/** Named as its slug. */
function plain({ unit, locale, currency, tiers, ...vendor }: Plain): Vendor {
  const name = vendor.slug.charAt(0).toUpperCase() + vendor.slug.slice(1);
  const terms = { ...(unit && { unit }), ...(locale && { locale }), ...(currency && { currency }) };
  return offerVendor({ ...vendor, name, offer: offer(name, { ...terms, tiers }) });
}

export const PLAIN: readonly Vendor[] = [
  plain({
    slug: 'ambervale',
    category: 'project-management',
    layout: 'div-cards',
    unit: 'user',
    tiers: [free('Free'), paid('Team', { monthly: '9' }), paid('Business', { monthly: '19' }), custom('Enterprise')],
  }),
  plain({
    slug: 'birchline',
    category: 'crm',
    layout: 'list-cards',
    unit: 'user',
    tiers: [
      paid('Starter', { monthly: '15', annual: '12' }),
      paid('Growth', { monthly: '49', annual: '39' }),
      paid('Scale', { monthly: '99', annual: '79' }),
    ],
  }),
  plain({
    slug: 'cinderpost',
    category: 'email-marketing',
    layout: 'article-cards',
    tiers: [free('Hobby'), paid('Sender', { monthly: '29.99' }), paid('Campaign', { monthly: '79.99' })],
  }),
  plain({
    slug: 'dovetree',
    category: 'hr-recruiting',
    layout: 'flat-headings',
    unit: 'seat',
    tiers: [paid('Core', { monthly: '6' }), paid('Plus', { monthly: '11', minimumUnits: 5 }), custom('Complete')],
  }),
  plain({
    slug: 'elmgate',
    category: 'security',
    layout: 'price-first-cards',
    tiers: [paid('Basic', { monthly: '49' }), paid('Advanced', { monthly: '149' })],
  }),
  plain({
    slug: 'fernhollow',
    category: 'cms',
    layout: 'template-leftovers',
    tiers: [free('Community'), paid('Studio', { monthly: '24' }), custom('Publisher')],
  }),
  plain({
    slug: 'glasswren',
    category: 'analytics',
    layout: 'plan-columns',
    tiers: [
      free('Free'),
      paid('Pro', { monthly: '39', annual: '33' }),
      paid('Premium', { monthly: '89', annual: '75' }),
      custom('Enterprise'),
    ],
  }),
  plain({
    slug: 'harrowmint',
    category: 'accounting-finance',
    layout: 'plan-rows',
    locale: 'en-GB',
    currency: 'GBP',
    tiers: [paid('Sole trader', { monthly: '12' }), paid('Limited company', { monthly: '29.50' })],
  }),
  plain({
    slug: 'inkmoor',
    category: 'esignature',
    layout: 'split-table',
    unit: 'user',
    tiers: [
      paid('Personal', { monthly: '10' }),
      paid('Standard', { monthly: '25' }),
      paid('Business', { monthly: '40' }),
    ],
  }),
  plain({
    slug: 'juniperdesk',
    category: 'customer-support',
    layout: 'aria-grid',
    unit: 'agent',
    tiers: [paid('Inbox', { monthly: '18' }), paid('Omni', { monthly: '52' }), custom('Enterprise')],
  }),
  plain({
    slug: 'kestrelbase',
    category: 'databases',
    layout: 'cards-and-comparison',
    tiers: [free('Sandbox'), paid('Production', { monthly: '59' }), paid('Cluster', { monthly: '299' })],
  }),
  plain({
    slug: 'larkmeadow',
    category: 'forms-surveys',
    layout: 'definition-list',
    tiers: [free('Free'), paid('Plus', { monthly: '21' }), paid('Unlimited', { monthly: '63' })],
  }),
  plain({
    slug: 'mosswick',
    category: 'ci-cd',
    layout: 'prose',
    tiers: [free('Open'), paid('Private', { monthly: '14' }), custom('Fleet')],
  }),
  plain({
    slug: 'nettlefold',
    category: 'design-tools',
    layout: 'split-price',
    tiers: [paid('Maker', { monthly: '29.99' }), paid('Studio', { monthly: '1249.50' })],
  }),
  plain({
    slug: 'oakhaven',
    category: 'team-communication',
    layout: 'toggle-hidden',
    unit: 'user',
    tiers: [
      free('Free'),
      paid('Pro', { monthly: '8', annual: '6.67' }),
      paid('Business', { monthly: '15', annual: '12.50' }),
    ],
  }),
  plain({
    slug: 'pebbleford',
    category: 'scheduling',
    layout: 'toggle-class',
    unit: 'seat',
    tiers: [
      paid('Standard', { monthly: '12', annual: '10' }),
      paid('Teams', { monthly: '20', annual: '16' }),
      custom('Enterprise'),
    ],
  }),
  plain({
    slug: 'quillmarsh',
    category: 'knowledge-docs',
    layout: 'toggle-style',
    unit: 'user',
    tiers: [paid('Plus', { monthly: '12', annual: '10' }), paid('Premium', { monthly: '18', annual: '15' })],
  }),
  plain({
    slug: 'rookstone',
    category: 'observability',
    layout: 'toggle-attributes',
    tiers: [
      free('Free'),
      paid('Team', { monthly: '45', annual: '36' }),
      paid('Company', { monthly: '95', annual: '76' }),
    ],
  }),
  plain({
    slug: 'saltbrook',
    category: 'ecommerce',
    layout: 'json-ld',
    tiers: [paid('Shop', { monthly: '27', annual: '22' }), paid('Store', { monthly: '105', annual: '86' })],
  }),
  plain({
    slug: 'thistledown',
    category: 'website-builders',
    layout: 'microdata',
    tiers: [paid('Site', { monthly: '16' }), paid('Shop', { monthly: '33' })],
  }),
  plain({
    slug: 'umberlane',
    category: 'feature-flags',
    layout: 'next-data',
    unit: 'seat',
    tiers: [free('Developer'), paid('Startup', { monthly: '20', annual: '17' }), custom('Enterprise')],
  }),
  plain({
    slug: 'violetfen',
    category: 'auth-identity',
    layout: 'script-only',
    tiers: [free('Free'), paid('Growth', { monthly: '25' }), paid('Scale', { monthly: '240' }), custom('Enterprise')],
  }),
  plain({
    slug: 'wrenfield',
    category: 'cloud-hosting',
    layout: 'markdown-table',
    path: '/docs/pricing.md',
    tiers: [free('Trial'), paid('Hobby', { monthly: '5' }), paid('Pro', { monthly: '20' })],
  }),
  plain({
    slug: 'yarrowgate',
    category: 'developer-tools',
    layout: 'markdown-sections',
    path: '/docs/plans.md',
    unit: 'user',
    tiers: [paid('Solo', { monthly: '7' }), paid('Team', { monthly: '13' }), custom('Enterprise')],
  }),
  plain({
    slug: 'zephyrmill',
    category: 'automation-integration',
    layout: 'noisy-cards',
    decoys: NOISE_AMOUNTS,
    tiers: [free('Free'), paid('Core', { monthly: '22' }), paid('Teams', { monthly: '69' })],
  }),
  plain({
    slug: 'brackenhill',
    category: 'file-storage-media',
    layout: 'terms-in-header',
    unit: 'user',
    tiers: [
      free('Free'),
      paid('Plus', { monthly: '14', annual: '11' }),
      paid('Max', { monthly: '28', annual: '22' }),
      custom('Enterprise'),
    ],
  }),
  plain({
    slug: 'copperlea',
    category: 'ai-writing',
    layout: 'toggle-bare',
    tiers: [
      free('Free'),
      paid('Writer', { monthly: '19', annual: '15' }),
      paid('Newsroom', { monthly: '79', annual: '63' }),
    ],
  }),
];
