/** Honest vendors with one unchanging offer each: one for every layout of tiers. */
import { NOISE_AMOUNTS } from '../layouts/noisy.ts';
import { custom, free, offer, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const perUser = { unit: 'user' } as const;

export const PLAIN: readonly Vendor[] = [
  offerVendor({
    slug: 'ambervale',
    name: 'Ambervale',
    category: 'project-management',
    layout: 'div-cards',
    offer: offer('Ambervale', {
      ...perUser,
      tiers: [free('Free'), paid('Team', { monthly: '9' }), paid('Business', { monthly: '19' }), custom('Enterprise')],
    }),
  }),
  offerVendor({
    slug: 'birchline',
    name: 'Birchline',
    category: 'crm',
    layout: 'list-cards',
    offer: offer('Birchline', {
      ...perUser,
      tiers: [
        paid('Starter', { monthly: '15', annual: '12' }),
        paid('Growth', { monthly: '49', annual: '39' }),
        paid('Scale', { monthly: '99', annual: '79' }),
      ],
    }),
  }),
  offerVendor({
    slug: 'cinderpost',
    name: 'Cinderpost',
    category: 'email-marketing',
    layout: 'article-cards',
    offer: offer('Cinderpost', {
      tiers: [free('Hobby'), paid('Sender', { monthly: '29.99' }), paid('Campaign', { monthly: '79.99' })],
    }),
  }),
  offerVendor({
    slug: 'dovetree',
    name: 'Dovetree',
    category: 'hr-recruiting',
    layout: 'flat-headings',
    offer: offer('Dovetree', {
      unit: 'seat',
      tiers: [paid('Core', { monthly: '6' }), paid('Plus', { monthly: '11', minimumUnits: 5 }), custom('Complete')],
    }),
  }),
  offerVendor({
    slug: 'elmgate',
    name: 'Elmgate',
    category: 'security',
    layout: 'price-first-cards',
    offer: offer('Elmgate', { tiers: [paid('Basic', { monthly: '49' }), paid('Advanced', { monthly: '149' })] }),
  }),
  offerVendor({
    slug: 'fernhollow',
    name: 'Fernhollow',
    category: 'cms',
    layout: 'template-leftovers',
    offer: offer('Fernhollow', { tiers: [free('Community'), paid('Studio', { monthly: '24' }), custom('Publisher')] }),
  }),
  offerVendor({
    slug: 'glasswren',
    name: 'Glasswren',
    category: 'analytics',
    layout: 'plan-columns',
    offer: offer('Glasswren', {
      tiers: [
        free('Free'),
        paid('Pro', { monthly: '39', annual: '33' }),
        paid('Premium', { monthly: '89', annual: '75' }),
        custom('Enterprise'),
      ],
    }),
  }),
  offerVendor({
    slug: 'harrowmint',
    name: 'Harrowmint',
    category: 'accounting-finance',
    layout: 'plan-rows',
    offer: offer('Harrowmint', {
      locale: 'en-GB',
      currency: 'GBP',
      tiers: [paid('Sole trader', { monthly: '12' }), paid('Limited company', { monthly: '29.50' })],
    }),
  }),
  offerVendor({
    slug: 'inkmoor',
    name: 'Inkmoor',
    category: 'esignature',
    layout: 'split-table',
    offer: offer('Inkmoor', {
      ...perUser,
      tiers: [
        paid('Personal', { monthly: '10' }),
        paid('Standard', { monthly: '25' }),
        paid('Business', { monthly: '40' }),
      ],
    }),
  }),
  offerVendor({
    slug: 'juniperdesk',
    name: 'Juniperdesk',
    category: 'customer-support',
    layout: 'aria-grid',
    offer: offer('Juniperdesk', {
      unit: 'agent',
      tiers: [paid('Inbox', { monthly: '18' }), paid('Omni', { monthly: '52' }), custom('Enterprise')],
    }),
  }),
  offerVendor({
    slug: 'kestrelbase',
    name: 'Kestrelbase',
    category: 'databases',
    layout: 'cards-and-comparison',
    offer: offer('Kestrelbase', {
      tiers: [free('Sandbox'), paid('Production', { monthly: '59' }), paid('Cluster', { monthly: '299' })],
    }),
  }),
  offerVendor({
    slug: 'larkmeadow',
    name: 'Larkmeadow',
    category: 'forms-surveys',
    layout: 'definition-list',
    offer: offer('Larkmeadow', {
      tiers: [free('Free'), paid('Plus', { monthly: '21' }), paid('Unlimited', { monthly: '63' })],
    }),
  }),
  offerVendor({
    slug: 'mosswick',
    name: 'Mosswick',
    category: 'ci-cd',
    layout: 'prose',
    offer: offer('Mosswick', { tiers: [free('Open'), paid('Private', { monthly: '14' }), custom('Fleet')] }),
  }),
  offerVendor({
    slug: 'nettlefold',
    name: 'Nettlefold',
    category: 'design-tools',
    layout: 'split-price',
    offer: offer('Nettlefold', {
      tiers: [paid('Maker', { monthly: '29.99' }), paid('Studio', { monthly: '1249.50' })],
    }),
  }),
  offerVendor({
    slug: 'oakhaven',
    name: 'Oakhaven',
    category: 'team-communication',
    layout: 'toggle-hidden',
    offer: offer('Oakhaven', {
      ...perUser,
      tiers: [
        free('Free'),
        paid('Pro', { monthly: '8', annual: '6.67' }),
        paid('Business', { monthly: '15', annual: '12.50' }),
      ],
    }),
  }),
  offerVendor({
    slug: 'pebbleford',
    name: 'Pebbleford',
    category: 'scheduling',
    layout: 'toggle-class',
    offer: offer('Pebbleford', {
      unit: 'seat',
      tiers: [
        paid('Standard', { monthly: '12', annual: '10' }),
        paid('Teams', { monthly: '20', annual: '16' }),
        custom('Enterprise'),
      ],
    }),
  }),
  offerVendor({
    slug: 'quillmarsh',
    name: 'Quillmarsh',
    category: 'knowledge-docs',
    layout: 'toggle-style',
    offer: offer('Quillmarsh', {
      ...perUser,
      tiers: [paid('Plus', { monthly: '12', annual: '10' }), paid('Premium', { monthly: '18', annual: '15' })],
    }),
  }),
  offerVendor({
    slug: 'rookstone',
    name: 'Rookstone',
    category: 'observability',
    layout: 'toggle-attributes',
    offer: offer('Rookstone', {
      tiers: [
        free('Free'),
        paid('Team', { monthly: '45', annual: '36' }),
        paid('Company', { monthly: '95', annual: '76' }),
      ],
    }),
  }),
  offerVendor({
    slug: 'saltbrook',
    name: 'Saltbrook',
    category: 'ecommerce',
    layout: 'json-ld',
    offer: offer('Saltbrook', {
      tiers: [paid('Shop', { monthly: '27', annual: '22' }), paid('Store', { monthly: '105', annual: '86' })],
    }),
  }),
  offerVendor({
    slug: 'thistledown',
    name: 'Thistledown',
    category: 'website-builders',
    layout: 'microdata',
    offer: offer('Thistledown', { tiers: [paid('Site', { monthly: '16' }), paid('Shop', { monthly: '33' })] }),
  }),
  offerVendor({
    slug: 'umberlane',
    name: 'Umberlane',
    category: 'feature-flags',
    layout: 'next-data',
    offer: offer('Umberlane', {
      unit: 'seat',
      tiers: [free('Developer'), paid('Startup', { monthly: '20', annual: '17' }), custom('Enterprise')],
    }),
  }),
  offerVendor({
    slug: 'violetfen',
    name: 'Violetfen',
    category: 'auth-identity',
    layout: 'script-only',
    offer: offer('Violetfen', {
      tiers: [free('Free'), paid('Growth', { monthly: '25' }), paid('Scale', { monthly: '240' }), custom('Enterprise')],
    }),
  }),
  offerVendor({
    slug: 'wrenfield',
    name: 'Wrenfield',
    category: 'cloud-hosting',
    layout: 'markdown-table',
    path: '/docs/pricing.md',
    offer: offer('Wrenfield', {
      tiers: [free('Trial'), paid('Hobby', { monthly: '5' }), paid('Pro', { monthly: '20' })],
    }),
  }),
  offerVendor({
    slug: 'yarrowgate',
    name: 'Yarrowgate',
    category: 'developer-tools',
    layout: 'markdown-sections',
    path: '/docs/plans.md',
    offer: offer('Yarrowgate', {
      ...perUser,
      tiers: [paid('Solo', { monthly: '7' }), paid('Team', { monthly: '13' }), custom('Enterprise')],
    }),
  }),
  offerVendor({
    slug: 'zephyrmill',
    name: 'Zephyrmill',
    category: 'automation-integration',
    layout: 'noisy-cards',
    offer: offer('Zephyrmill', {
      tiers: [free('Free'), paid('Core', { monthly: '22' }), paid('Teams', { monthly: '69' })],
    }),
    decoys: NOISE_AMOUNTS,
  }),
  offerVendor({
    slug: 'brackenhill',
    name: 'Brackenhill',
    category: 'file-storage-media',
    layout: 'terms-in-header',
    offer: offer('Brackenhill', {
      ...perUser,
      tiers: [
        free('Free'),
        paid('Plus', { monthly: '14', annual: '11' }),
        paid('Max', { monthly: '28', annual: '22' }),
        custom('Enterprise'),
      ],
    }),
  }),
  offerVendor({
    slug: 'copperlea',
    name: 'Copperlea',
    category: 'ai-writing',
    layout: 'toggle-bare',
    offer: offer('Copperlea', {
      tiers: [
        free('Free'),
        paid('Writer', { monthly: '19', annual: '15' }),
        paid('Newsroom', { monthly: '79', annual: '63' }),
      ],
    }),
  }),
];
