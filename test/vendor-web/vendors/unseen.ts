/** Vendors with a tier on the page of which nobody sees anything. */
import { HTML, send } from '../answer.ts';
import { BAIT, baited, WAYS_TO_HIDE, type WayToHide } from '../bait.ts';
import { truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { vendorOf } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

export const SEEN = offer('Baited', { tiers: [paid('Pro', { monthly: '29' }), paid('Max', { monthly: '59' })] });

const FACTS = { expect: 'prices', decoys: [BAIT.amount], truth: () => truthOf(SEEN) } as const;

function baitedVendor(way: WayToHide): Vendor {
  const slug = `bait-${way.name}`;
  return vendorOf({ ...FACTS, slug, name: slug }, (_request, response) =>
    send(response, baited(SEEN, slug, way), { type: HTML }),
  );
}

const SERVED = new Set(['display', 'rule-display', 'far-away', 'dialog', 'opacity']);

export const UNSEEN: readonly Vendor[] = WAYS_TO_HIDE.filter(({ name }) => SERVED.has(name)).map(baitedVendor);
