import { price, snapshot, tier } from '../builders.ts';
import { type Content, sold } from './served.ts';

/** So many products; another turn is other content. */
export function manyProducts(count: number, turn = 0): Content {
  return {
    products: Array.from({ length: count }, (_, at) => {
      const named = { slug: `acme-${at}`, name: `Acme ${turn}` };
      return { ...sold(named, named), snapshots: [snapshot({ slug: named.slug })] };
    }),
  };
}

/** These products at so many dollars, so that an answer shows which generation it came from. */
export function everythingAt(dollars: number, slugs: readonly string[] = ['acme', 'beta', 'gamma']): Content {
  return {
    products: slugs.map((slug) => {
      const tiers = [tier({ prices: [price({ amount: `${dollars}.00` })] })];
      return { ...sold({ slug, tiers }), snapshots: [snapshot({ slug, tiers })] };
    }),
  };
}
