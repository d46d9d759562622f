/**
 * From a request that was understood to an answer with its validators, ready to be sent to whoever asks the same. Touches
 * no response.
 */
import type { Site } from '../../config/site.ts';
import type { Asset } from '../../web/assets.ts';
import type { Coding } from '../cache/coding.ts';
import { entityTag } from '../cache/conditional.ts';
import { whole } from '../http/pieces.ts';
import { type Bare, bareOf, type CommonHeaders, commonHeaders, wireOf } from '../http/wire.ts';
import { type Written, written } from '../http/written.ts';
import { CACHED, type Headers, IMMUTABLE, type Kind, kindOf } from '../interface/headers.ts';
import type { FixedRoute, Prepared, Route } from '../interface/route.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Answers, ReadyAnswer, WrittenAnswer } from './answers.ts';

export interface AskedOfUs {
  route: FixedRoute;
  given: ReadonlyMap<string, unknown>;
  coding: Coding;
}

/** A request, whoever made it. */
export interface Understood {
  route: Route;
  prepared: Prepared;
  coding: Coding;
  /** As the log has it. */
  url: string;
}

/** What a client that has the answer can be told by, before the work is done. */
export interface Validators {
  etag: string;
  lastModifiedMs: number;
  /** The headers of answer and 304 alike. */
  own: readonly string[];
  common: CommonHeaders;
}

export interface WrittenAnswers {
  validatorsOf(understood: Understood, answers: Answers): Validators;
  /** Of a path whose entity tag is known. */
  validators(
    at: Pick<Route, 'path'>,
    etag: string,
    modified: Pick<Answers, 'lastModifiedMs' | 'lastModified'>,
  ): Validators;
  /** @throws {Problem} @throws {Moved} */
  readyOf(understood: Understood, answers: Answers, validators: Validators): ReadyAnswer;
  /** What follows from the program and its settings alone: made once. @throws {Problem} */
  fixed(asked: AskedOfUs): WrittenAnswer;
  /** What pages load, likewise. */
  asset(asset: Asset, coding: Coding): WrittenAnswer;
}

interface Options {
  site: Site;
  metrics: Metrics;
  /** Headers of every answer of a kind. */
  base: Readonly<Record<Kind, Headers>>;
  /** When the program, as it runs now, was there for sure. Milliseconds since the epoch. */
  sinceMs: number;
}

export function writtenAnswers({ site, metrics, base, sinceMs }: Options): WrittenAnswers {
  const common = {
    api: commonHeaders({ ...CACHED, ...base.api }),
    page: commonHeaders({ ...CACHED, ...base.page }),
    asset: commonHeaders({ ...CACHED, ...IMMUTABLE, ...base.page }),
  };
  /** HTTP dates have no milliseconds. */
  const since = { lastModifiedMs: Math.floor(sinceMs / 1000) * 1000, lastModified: new Date(sinceMs).toUTCString() };
  /** Few: what they are asked with is checked first, and names one of them. */
  const made = new Map<string, WrittenAnswer>();

  function once(key: string, make: () => WrittenAnswer): WrittenAnswer {
    const answer = made.get(key) ?? make();
    made.set(key, answer);
    return answer;
  }

  function validatorsOf({ route, prepared, coding }: Understood, answers: Answers): Validators {
    return validators(route, answers.etag(`${route.id} ${prepared.canonical}`, coding), answers);
  }

  function validators(
    { path }: Pick<Route, 'path'>,
    etag: string,
    { lastModifiedMs, lastModified }: Pick<Answers, 'lastModifiedMs' | 'lastModified'>,
  ): Validators {
    return { etag, lastModifiedMs, own: ['ETag', etag, 'Last-Modified', lastModified], common: common[kindOf(path)] };
  }

  function readyOf(understood: Understood, answers: Answers, validators: Validators): ReadyAnswer {
    const { route, prepared, coding, url } = understood;
    return {
      ...answerOf(written(prepared.render(answers.store, answers.now), route, coding), route, validators),
      url,
      again(others) {
        try {
          return readyOf(understood, others, validatorsOf(understood, others));
        } catch {
          return undefined; // whatever it is, whoever asks next is told
        }
      },
    };
  }

  function answerOf(
    { body, headers, bodyBytes }: Written,
    { id }: Pick<Route, 'id'>,
    validators: Validators,
  ): WrittenAnswer {
    const { etag, lastModifiedMs, own, common } = validators;
    let unchanged: Bare | undefined;
    return {
      etag,
      lastModifiedMs,
      whole: wireOf(200, [...headers, ...own, ...common.list], body),
      unchanged() {
        unchanged ??= unchangedOf(validators);
        return unchanged;
      },
      bodyBytes,
      sent: metrics.meter(id, 200),
      notModified: metrics.meter(id, 304),
    };
  }

  function fixedAnswer(text: string, route: FixedRoute, coding: Coding): WrittenAnswer {
    const { headers, ...body } = written(text, route, coding);
    const link = route.link === undefined ? [] : ['Link', route.link(site)];
    const answer = { ...body, headers: [...headers, ...link] };
    return answerOf(answer, route, validators(route, entityTag(text, coding), since));
  }

  function assetAnswer({ path, contentType, body }: Asset, coding: Coding): WrittenAnswer {
    const [text, route] = [body(), { id: 'asset', path, contentType }];
    const tags = validators(route, entityTag(text, coding), since);
    return answerOf(written(text, route, coding), route, { ...tags, common: common.asset });
  }

  return {
    validatorsOf,
    validators,
    readyOf,
    fixed({ route, given, coding }) {
      const prepared = route.prepare(given);
      const key = `${route.id} ${prepared.canonical} ${coding}`;
      return once(key, () => fixedAnswer(String(whole(prepared.render(site))), route, coding));
    },
    asset: (asset, coding) => once(`${asset.path} ${coding}`, () => assetAnswer(asset, coding)),
  };
}

/** The 304. */
export function unchangedOf({ own, common }: Validators): Bare {
  return bareOf(304, [...own, ...common.list]);
}
