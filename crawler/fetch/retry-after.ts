/** Retry-After (RFC 9110 §10.2.3): seconds, or an HTTP date. Pure. */

const IMF_FIXDATE = /^[A-Za-z]{3,9},? \d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds from `now`, at least 0; `undefined` where the header says nothing that the RFC knows. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  if (!IMF_FIXDATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
