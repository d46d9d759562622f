/**
 * Prices that a person sees and that the text of the page does not state, or states as another number: what scrapers
 * are fooled with. Who can't tell abstains; the number that only the text has is a decoy.
 */
import { dataOf } from '../data.ts';
import { offer, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const SEEN = '129';

interface Disguise {
  /** In place of "$129". */
  price: string;
  /** Numbers that the text spells, beside parts of the price, and nobody sees. */
  decoys?: readonly string[];
  /** For the end of the head. */
  style?: string;
  /** What is seen in its place, where that is not "$129". */
  seen?: { amount: string; written: string };
}

const PARTS = ['1', '2', '9', '12', '19', '29'];
const USUAL = { amount: SEEN, written: `$${SEEN}` };

/** One tier whose price is disguised beside one whose price is plain. */
function disguised([slug, { price, decoys = [], style = '', seen = USUAL }]: [string, Disguise]): Vendor {
  return offerVendor({
    slug: `digits-${slug}`,
    name: `Digits ${slug}`,
    expect: 'survives',
    offer: offer('Disguised', { tiers: [paid('Solo', { monthly: '59' }), paid('Team', { monthly: seen.amount })] }),
    edit: (body) => body.replace(seen.written, () => price).replace('</head>', () => `<style>${style}</style></head>`),
    decoys: [...PARTS, ...decoys],
  });
}

export const DIGITS: readonly Vendor[] = Object.entries(dataOf<Record<string, Disguise>>('digits')).map(disguised);
