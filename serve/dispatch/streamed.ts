/** Answers that go out a piece after the other: feeds that were made ahead, and files of any length. */
import { pipeline } from 'node:stream/promises';
import { isNotModified } from '../cache/conditional.ts';
import type { ShelvedFile } from '../files/feeds/feed-files.ts';
import { loggedUrl } from '../http/access-log.ts';
import type { StoredFile } from '../http/file.ts';
import { namesAndValues } from '../http/wire.ts';
import { flat, type Headers, type Kind, kindOf } from '../interface/headers.ts';
import type { Feed } from '../interface/published-files.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Exchange, Finish } from './exchange.ts';
import type { WrittenAnswers } from './written-answers.ts';

/** What is read of a file in one go. */
const PIECE_BYTES = 64 * 1024;

export interface Streamed {
  /** A feed; resolves when its last piece is out. @throws {Problem} it is gone */
  shelved(exchange: Exchange, feed: Feed, file: ShelvedFile): Promise<void>;
  /** @throws {Problem} a range or condition of it fails, or it is gone */
  file(exchange: Exchange, file: StoredFile & { headers: Headers }): Promise<void>;
}

interface Options {
  metrics: Metrics;
  base: Readonly<Record<Kind, Headers>>;
  validators: WrittenAnswers['validators'];
  finish: Finish;
}

export function streamed({ metrics, base, validators, finish }: Options): Streamed {
  return {
    async shelved(exchange, feed, file) {
      const { req, res } = exchange;
      const { own: tags, common } = validators(feed, file.etag, file);
      const isUnchanged = isNotModified(req.headers, file);
      const opened = isUnchanged || req.method === 'HEAD' ? undefined : await file.open();
      const own = ['Content-Type', feed.contentType, 'Content-Length', String(file.bytes)];
      if (file.coding !== 'identity') own.push('Content-Encoding', file.coding);
      res.writeHead(isUnchanged ? 304 : 200, [
        ...(isUnchanged ? [] : own),
        ...tags,
        ...common.list,
        ...namesAndValues(exchange),
      ]);
      const body = opened?.createReadStream({ highWaterMark: PIECE_BYTES });
      try {
        if (body === undefined) res.end();
        else await pipeline(body, res);
      } catch (error) {
        // Who goes away in the middle is nobody to tell.
        if (!res.destroyed) throw error;
      } finally {
        finish(exchange, metrics.meter(feed.id, res.statusCode), loggedUrl(req.url), body?.bytesRead ?? 0);
      }
    },
    async file(exchange, { headers, ...stored }) {
      const { req, res, operation } = exchange;
      // Express brings what it needs, and a start does not wait for that.
      const { sendFile } = await import('../http/file.ts');
      const all = [...flat({ ...headers, ...base[kindOf(req.path)] }), ...namesAndValues(exchange)];
      for (let at = 0; at < all.length; at += 2) res.setHeader(all[at] ?? '', all[at + 1] ?? '');
      try {
        const bytes = await sendFile(req, res, stored);
        finish(exchange, metrics.meter(operation, res.statusCode), loggedUrl(req.url), bytes);
      } catch (error) {
        // They were the file's: what comes now is a problem.
        if (!res.headersSent) for (const name of res.getHeaderNames()) res.removeHeader(name);
        throw error;
      }
    },
  };
}
