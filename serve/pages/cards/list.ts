/** Every card, each served as SVG and as PNG. */
import * as z from 'zod';
import type { Html } from '../../../web/html.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { cardSvg } from './frame.ts';
import { productCard } from './product-card.ts';

interface Card<Params extends z.ZodObject = z.ZodObject> {
  id: string;
  /** Without an extension. */
  path: string;
  params: Params;
  /** An SVG. @throws {Problem} @throws {Moved} */
  draw(store: Store, params: z.output<Params>, now: Date): Html;
}

function card<Params extends z.ZodObject>(declared: Card<Params>): Card<Params> {
  return declared;
}

function plainCard({ site }: Store, title: string): Html {
  return cardSvg({ brand: site.brand, title, terms: 'Each price with its quote, page and date' });
}

function categoryCard(store: Store, { id }: { id: string }): Html {
  const category = store.generation.categories().find((each) => each.id === id);
  if (category === undefined) throw new Problem('not_found', `No category "${id}"`);
  return plainCard(store, `${label(category.name)} prices`);
}

export const cards: readonly Card[] = [
  card({ id: 'productCard', path: '/tools/{slug}/card', params: z.object({ slug: slugParameter }), draw: productCard }),
  card({
    id: 'categoryCard',
    path: '/category/{id}/card',
    params: z.object({ id: z.string().min(1).max(200) }),
    draw: categoryCard,
  }),
  card({
    id: 'compareCard',
    path: '/compare/card',
    params: z.object({}),
    draw: (store) => plainCard(store, 'Compare software prices'),
  }),
  card({ id: 'siteCard', path: '/card', params: z.object({}), draw: (store) => plainCard(store, 'Software prices') }),
];
