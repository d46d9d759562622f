/** Vendors whose prices change with the day in a known way, so that what was true at any instant is known. */
import { setTimeout as delay } from 'node:timers/promises';
import { offer, paid } from '../vendor-web/offers.ts';
import { offerVendor } from '../vendor-web/page-vendor.ts';
import type { Vendor } from '../vendor-web/vendor.ts';

export const DAY_MS = 86_400_000;

/** Prices go round in so many steps. */
const STEPS = 7;

/** Each moves its price a little every few days, the first of them every day, and no two alike. */
export function steadyVendors(count: number, start: Date): Vendor[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Steady ${index}`;
    const everyDays = 1 + (index % 4);
    return offerVendor({
      slug: `steady-${index}`,
      name,
      offer(at) {
        const step = Math.floor((at.getTime() - start.getTime()) / DAY_MS / everyDays) + index;
        return offer(name, { tiers: [paid('Team', { monthly: String(20 + (step % STEPS)) })] });
      },
    });
  });
}

/** The same vendors, each of whose answers takes so long: whoever visits one has it in hand meanwhile. */
export function slowly(vendors: readonly Vendor[], ms: number): Vendor[] {
  return vendors.map((vendor) => ({
    ...vendor,
    async respond(request, response, world) {
      await delay(ms);
      return vendor.respond(request, response, world);
    },
  }));
}

/** Vendors that state one price for ever, whatever their clock says: for those who visit them by the machine's clock. */
export function fixedVendors(count: number): Vendor[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Fixed ${index}`;
    const tiers = [paid('Team', { monthly: String(30 + (index % STEPS)) })];
    return offerVendor({ slug: `fixed-${index}`, name, offer: offer(name, { tiers }) });
  });
}
