import { product, record, snapshot } from '../builders.ts';
import type { Content } from './served.ts';

/** So many products; another turn is other content. */
export function manyProducts(count: number, turn = 0): Content {
  return {
    products: Array.from({ length: count }, (_, at) => {
      const slug = `acme-${at}`;
      const name = `Acme ${turn}`;
      return { product: product({ slug, name }), record: record({ slug, name }), snapshots: [snapshot({ slug })] };
    }),
  };
}
