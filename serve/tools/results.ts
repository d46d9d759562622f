/** What the tools answer, as the protocol has it: for the SDK, and for the plain calls that do without it. Pure. */
import type { Outcome } from './toolbox.ts';

/** The list of tools and what we say of ourselves change with the program alone. */
export const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The same JSON for programs and as text; a problem is no answer of the tool's schema, and so is text alone. */
export function resultOf({ text, isError }: Outcome) {
  const content = [{ type: 'text' as const, text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** What `resultOf` gives, as JSON without its end: so that the text need not be read and written again. */
export function beginningOf({ text, isError }: Outcome): string {
  const content = `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`;
}
