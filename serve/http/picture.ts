/** Answers in PNG, from routes that draw an SVG. */
import { entityTag, type Validators } from '../cache/conditional.ts';
import type { Prepared } from '../interface/route.ts';
import type { Edition, ReadyAnswer } from '../store/edition.ts';
import { pngOf } from './png.ts';

interface Drawing {
  id: string;
  prepared: Prepared;
}

interface Drawn {
  svg: string;
  png: Buffer;
  edition: Edition;
}

export function picturing(validatorsOf: (etag: string, lastModifiedMs: number) => Validators) {
  /** @throws {Problem} @throws {Moved} */
  return async function picture(drawing: Drawing, edition: Edition): Promise<ReadyAnswer> {
    const svg = drawing.prepared.render(edition.store, edition.now);
    return answer(drawing, { svg, png: await pngOf(svg), edition });
  };

  /** Valid in another edition that draws the same. */
  function answer(drawing: Drawing, { svg, png, edition }: Drawn): ReadyAnswer {
    const validators = validatorsOf(entityTag(`png\n${svg}`, 'identity'), edition.lastModifiedMs);
    return {
      operation: drawing.id,
      headers: ['Content-Type', 'image/png', 'Content-Length', String(png.length), ...validators.headers],
      body: png,
      validators,
      renew(other) {
        const isSame = drawing.prepared.render(other.store, other.now) === svg;
        return isSame ? answer(drawing, { svg, png, edition: other }) : undefined;
      },
    };
  }
}
