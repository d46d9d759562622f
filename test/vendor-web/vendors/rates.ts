/** Vendors that sell by the token, one for each kind of layout of rates. */
import { model, offer } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const yuan = { language: 'zh', locale: 'zh-CN', currency: 'CNY' } as const;

export const RATES: readonly Vendor[] = [
  offerVendor({
    slug: 'lumenmind',
    name: 'Lumenmind',
    category: 'llm-api',
    layout: 'rates-per-million',
    offer: offer('Lumenmind', {
      models: [
        model('lumen-4', '3', '15', '0.30'),
        model('lumen-4-mini', '0.25', '1.25', '0.025'),
        model('lumen-3', '0.80', '4'),
      ],
    }),
  }),
  offerVendor({
    slug: 'sideways',
    name: 'Sideways',
    category: 'llm-api',
    layout: 'rates-transposed',
    offer: offer('Sideways', {
      ...yuan,
      models: [model('hengyan-chat', '2', '8', '0.5'), model('hengyan-reason', '4', '16', '1')],
    }),
  }),
  offerVendor({
    slug: 'docsrates',
    name: 'Docs Rates',
    category: 'llm-api',
    layout: 'rates-markdown',
    path: '/docs/pricing.md',
    offer: offer('Docs Rates', {
      models: [model('Docs Opus 2', '15', '75', '1.50'), model('Docs Swift 2', '0.075', '0.30', '0.01875')],
    }),
  }),
];
