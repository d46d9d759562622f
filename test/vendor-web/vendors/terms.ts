/** Honest vendors with one unchanging offer each: every currency and locale, and every way of billing. */
import { custom, free, offer, onSale, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const perUser = { unit: 'user' } as const;

export const TERMS: readonly Vendor[] = [
  offerVendor({
    slug: 'alpenkasse',
    name: 'Alpenkasse',
    category: 'accounting-finance',
    layout: 'div-cards',
    offer: offer('Alpenkasse', {
      language: 'de',
      locale: 'de-CH',
      currency: 'CHF',
      money: 'code',
      tiers: [paid('Klein', { monthly: '49.50' }), paid('Gross', { monthly: '1250' })],
    }),
    // Swiss pages group with either apostrophe; ICU has changed its mind between versions.
    edit: (body) => body.replaceAll(/1['’]250/g, () => '1’250'),
  }),
  offerVendor({
    slug: 'nordkontor',
    name: 'Nordkontor',
    category: 'accounting-finance',
    layout: 'list-cards',
    offer: offer('Nordkontor', {
      language: 'de',
      locale: 'de-DE',
      currency: 'EUR',
      unit: 'user',
      tiers: [free('Gratis'), paid('Basis', { monthly: '12.90', annual: '9.90' }), paid('Profi', { monthly: '1299' })],
    }),
  }),
  offerVendor({
    slug: 'ateliersud',
    name: 'Atelier Sud',
    category: 'design-tools',
    layout: 'plan-rows',
    offer: offer('Atelier Sud', {
      language: 'fr',
      locale: 'fr-FR',
      currency: 'EUR',
      tiers: [paid('Essentiel', { monthly: '19' }), paid('Studio', { monthly: '49.90' }), custom('Agence')],
    }),
  }),
  offerVendor({
    slug: 'sakuranote',
    name: 'Sakuranote',
    category: 'productivity-notes',
    layout: 'article-cards',
    offer: offer('Sakuranote', {
      language: 'ja',
      locale: 'ja-JP',
      currency: 'JPY',
      unit: 'user',
      tiers: [free('Free'), paid('Standard', { monthly: '980' }), paid('Business', { monthly: '1480' })],
    }),
  }),
  offerVendor({
    slug: 'yunqiao',
    name: 'Yunqiao',
    category: 'team-communication',
    layout: 'plan-columns',
    offer: offer('Yunqiao', {
      language: 'zh',
      locale: 'zh-CN',
      currency: 'CNY',
      unit: 'user',
      tiers: [free('基础版'), paid('专业版', { monthly: '68' }), custom('企业版')],
    }),
  }),
  offerVendor({
    slug: 'mangalbooks',
    name: 'Mangalbooks',
    category: 'accounting-finance',
    layout: 'div-cards',
    offer: offer('Mangalbooks', {
      locale: 'en-IN',
      currency: 'INR',
      tiers: [paid('Standard', { yearly: '8999' }), paid('Premium', { yearly: '149999' })],
    }),
  }),
  offerVendor({
    slug: 'dublinlight',
    name: 'Dublinlight',
    category: 'analytics',
    layout: 'list-cards',
    offer: offer('Dublinlight', {
      locale: 'en-IE',
      currency: 'EUR',
      tiers: [paid('10k', { monthly: '9' }), paid('100k', { monthly: '19' }), paid('1M', { monthly: '69' })],
    }),
  }),
  offerVendor({
    slug: 'annualfirst',
    name: 'Annual First',
    category: 'crm',
    layout: 'div-cards',
    offer: offer('Annual First', {
      ...perUser,
      tiers: [paid('Sales', { annual: '10' }), paid('Sales Plus', { annual: '24' })],
    }),
  }),
  offerVendor({
    slug: 'wholeyear',
    name: 'Whole Year',
    category: 'web-hosting-domains',
    layout: 'definition-list',
    offer: offer('Whole Year', { tiers: [paid('Single', { yearly: '120' }), paid('Bundle', { yearly: '300' })] }),
  }),
  offerVendor({
    slug: 'fullterms',
    name: 'Full Terms',
    category: 'password-vpn',
    layout: 'div-cards',
    offer: offer('Full Terms', {
      ...perUser,
      tiers: [
        paid('Teams', { monthly: '5', annual: '4', yearly: '48' }),
        paid('Business', { monthly: '10', annual: '8', yearly: '96', minimumUnits: 3 }),
      ],
    }),
  }),
  offerVendor({
    slug: 'halfoff',
    name: 'Half Off',
    category: 'creator-learning',
    layout: 'div-cards',
    offer: offer('Half Off', {
      tiers: [onSale('Creator', { was: '40', now: '20' }), paid('Academy', { monthly: '80' })],
    }),
  }),
  offerVendor({
    slug: 'saletable',
    name: 'Sale Table',
    category: 'social-media',
    layout: 'plan-columns',
    offer: offer('Sale Table', {
      tiers: [onSale('Social', { was: '30', now: '18' }), onSale('Agency', { was: '90', now: '54' })],
    }),
  }),
  offerVendor({
    slug: 'onlysales',
    name: 'Only Sales',
    category: 'data-platforms',
    layout: 'div-cards',
    expect: 'no_price',
    offer: offer('Only Sales', { tiers: [custom('Business'), custom('Enterprise')] }),
  }),
  offerVendor({
    slug: 'alwaysfree',
    name: 'Always Free',
    category: 'developer-tools',
    layout: 'list-cards',
    expect: 'no_price',
    offer: offer('Always Free', { tiers: [free('Community'), custom('Support')] }),
  }),
];
