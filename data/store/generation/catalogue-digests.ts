/** Digests of what a catalogue says, by the caller's rule, and their own file: they are large and change only with the catalogue. */
import { createHash, hash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Slug } from '../../product.ts';
import { each, type Steps } from '../steps.ts';

export interface CatalogueDigests {
  /** Of what all products are made by. */
  rules: string;
  categories: string;
  products: ReadonlyMap<Slug, string>;
  /** Of the above: `catalogue` of a position. */
  whole: string;
}

type Parts = Omit<CatalogueDigests, 'whole'>;

const BYTES_PER_STEP = 64 * 1024;

export function* withWhole(parts: Parts): Steps<CatalogueDigests> {
  const sum = createHash('sha256');
  yield* each(linesOf(parts), (line) => sum.update(line));
  return { ...parts, whole: sum.digest('hex') };
}

/** The text of the file, whose hash is `whole`. No slug begins with a dot. */
function* linesOf({ rules, categories, products }: Parts): Generator<string> {
  yield `.rules ${rules}\n`;
  yield `.categories ${categories}\n`;
  for (const [slug, digest] of products) yield `${slug} ${digest}\n`;
}

export function digestsFile(path: string) {
  /** Of the last save. */
  let saved: string | undefined;
  return {
    /** Undefined where it has others, or can't be read. */
    *read(whole: string): Steps<CatalogueDigests | undefined> {
      const text = textOf(path);
      if (text === undefined || hash('sha256', text) !== whole) return undefined;
      const digests = new Map<string, string>();
      yield* each(text.trimEnd().split('\n'), (line) => {
        const [name = '', digest = ''] = line.split(' ');
        digests.set(name, digest);
      });
      const [rules = '', categories = ''] = [digests.get('.rules'), digests.get('.categories')];
      for (const name of ['.rules', '.categories']) digests.delete(name);
      saved = whole;
      return { rules, categories, products: digests, whole };
    },
    /** Saves them for the next start. @throws {Error} the disk is full or read-only; the old ones stay */
    *save(digests: CatalogueDigests): Steps<void> {
      if (saved === digests.whole) return;
      const temporary = `${path}.tmp-${process.pid}`;
      writeFileSync(temporary, '');
      let text = '';
      for (const line of linesOf(digests)) {
        text += line;
        if (text.length < BYTES_PER_STEP) continue;
        appendFileSync(temporary, text);
        text = '';
        yield;
      }
      appendFileSync(temporary, text);
      renameSync(temporary, path);
      saved = digests.whole;
    },
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // Unknown, as after a damage.
  }
}
