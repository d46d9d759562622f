/** Answers that are sent from files: exports, feeds of all products, and generations. */
import { loggedUrl } from '../http/access-log.ts';
import type { Download } from '../http/file.ts';
import { namesAndValues } from '../http/wire.ts';
import { flat, type Headers, type Kind, kindOf } from '../interface/headers.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Exchange, Finish } from './exchange.ts';

export interface Streamed {
  /** @throws {Problem} a range or condition of it fails, or it is gone */
  file(exchange: Exchange, file: Download): Promise<void>;
}

interface Options {
  metrics: Metrics;
  base: Readonly<Record<Kind, Headers>>;
  finish: Finish;
}

export function streamed({ metrics, base, finish }: Options): Streamed {
  return {
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
