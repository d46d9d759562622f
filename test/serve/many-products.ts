import { snapshot } from '../builders.ts';
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
