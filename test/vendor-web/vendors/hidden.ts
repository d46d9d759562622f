/** Vendors whose pages carry prices for scripts and search engines: some true and out of sight, some of last year. */
import { custom, free, offer, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const TIERS = [
  free('Free'),
  paid('Team', { monthly: '18', annual: '15' }),
  paid('Business', { monthly: '42', annual: '35' }),
  custom('Enterprise'),
];

function hiding(slug: string, layout: string, more: { decoys?: readonly string[] } = {}): Vendor {
  const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
  return offerVendor({
    slug,
    name,
    category: 'project-management',
    layout,
    offer: offer(name, { unit: 'user', tiers: TIERS }),
    ...more,
  });
}

export const HIDDEN: readonly Vendor[] = [
  hiding('alderstate', 'next-state'),
  hiding('groveshell', 'state-shell'),
  hiding('heathstale', 'stale-state', { decoys: ['27.90', '23.25', '65.10', '54.25'] }),
  hiding('islejson', 'pricing-json'),
];
