/** Results of tools in the format of the protocol. Pure. */
import type { Outcome } from './toolbox.ts';

/** Changes only with the program. */
export const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A problem is text alone, since it does not fit the tool's schema. */
export function resultOf({ text, isError }: Outcome) {
  const content = [{ type: 'text' as const, text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** A successful `resultOf` as JSON without its end, which saves parsing the text. */
export function beginningOf(text: string): string {
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
}
