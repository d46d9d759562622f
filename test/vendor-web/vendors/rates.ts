/** Vendors that sell by the token, one for each layout of rates. */
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
    slug: 'thousandfold',
    name: 'Thousandfold',
    category: 'llm-api',
    layout: 'rates-per-thousand',
    offer: offer('Thousandfold', {
      models: [model('fold-large', '2.50', '10', '1.25'), model('fold-small', '0.15', '0.60', '0.075')],
    }),
  }),
  offerVendor({
    slug: 'barenumbers',
    name: 'Bare Numbers',
    category: 'llm-api',
    layout: 'rates-unit-in-header',
    offer: offer('Bare Numbers', { models: [model('bare-1', '1.10', '4.40'), model('bare-1-pro', '15', '60')] }),
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
    slug: 'cardmodels',
    name: 'Card Models',
    category: 'ai-assistants',
    layout: 'rates-cards',
    offer: offer('Card Models', {
      models: [model('card-xl', '5', '25'), model('card-m', '1', '5'), model('card-s', '0.10', '0.40')],
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
