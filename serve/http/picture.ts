/** Answers in PNG, from routes that draw an SVG. */
import { entityTag, type Validators } from '../cache/conditional.ts';
import type { Prepared } from '../interface/route.ts';
import type { Edition, ReadyAnswer } from '../store/edition.ts';
import { pngOf } from './png.ts';

export function picturing(validatorsOf: (etag: string, lastModifiedMs: number) => Validators) {
  /** @throws {Problem} @throws {Moved} */
  return async ({ id, prepared }: { id: string; prepared: Prepared }, edition: Edition): Promise<ReadyAnswer> => {
    const svg = prepared.render(edition.store, edition.now);
    const png = await pngOf(svg);
    const length = String(png.length);
    const answer = ({ lastModifiedMs }: Edition): ReadyAnswer => {
      const validators = validatorsOf(entityTag(`png\n${svg}`, 'identity'), lastModifiedMs);
      const headers = ['Content-Type', 'image/png', 'Content-Length', length, ...validators.headers];
      return { operation: id, headers, body: png, validators, renew };
    };
    /** Valid in another edition that draws the same. */
    const renew = (other: Edition) => (prepared.render(other.store, other.now) === svg ? answer(other) : undefined);
    return answer(edition);
  };
}
