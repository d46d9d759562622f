/** Names that a mistyped one may mean: of products, and of those of a vendor that is named alike. Pure. */
import type { ListedProduct } from '../../data/store/generation/content.ts';
import { each, type Steps } from '../../data/store/steps.ts';
import { Names } from '../../data/text/similar-names.ts';
import { plainText } from './relevance.ts';

const MOST_SUGGESTED = 5;

type Named = Pick<ListedProduct, 'slug' | 'aliases' | 'vendor' | 'retired' | 'has'>;

export class Suggestions {
  readonly #names = new Names();
  readonly #slugs = new Map<string, string>();
  readonly #ofVendor = new Map<string, Named[]>();

  private constructor() {}

  static *of(listed: readonly Named[]): Steps<Suggestions> {
    const suggestions = new Suggestions();
    yield* each(listed, (product) => suggestions.#add(product));
    return suggestions;
  }

  #add(product: Named): void {
    const { slug, aliases, vendor, retired } = product;
    for (const name of [slug, ...aliases]) {
      this.#names.add(name);
      this.#slugs.set(name, slug);
    }
    if (retired) return;
    const key = keyOf(vendor);
    const theirs = this.#ofVendor.get(key);
    if (theirs === undefined) this.#ofVendor.set(key, [product]);
    else theirs.push(product);
  }

  for(text: string): string[] {
    const wanted = keyOf(text);
    const rankOf = ({ slug, has }: Named) => Number(slug.startsWith(wanted)) * 2 + Number(has.length > 0);
    const theirs = (this.#ofVendor.get(wanted) ?? []).toSorted((a, b) => rankOf(b) - rankOf(a)).map(({ slug }) => slug);
    const near = this.#names.nearest(text).filter((name) => !theirs.includes(this.#slugs.get(name) ?? name));
    return [...theirs, ...near].slice(0, MOST_SUGGESTED);
  }
}

function keyOf(text: string): string {
  return plainText(text).replaceAll(' ', '-');
}
