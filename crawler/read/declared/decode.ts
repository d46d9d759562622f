/**
 * Undoes the escapes of strings and attributes in place: the text keeps its length, so that what is found in it stands
 * at the same offset in the source. An escape is padded with a mark that scripts take for white space.
 */
export const PAD = '\ufeff';

const SINGLE: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };
/** The entities that serialisers write. */
const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' };

/** A string of a script without its quotes. */
export function decodeString(raw: string): string {
  const decode = (run: string) =>
    run.replace(
      /\\(?:u([0-9a-f]{4})|([\s\S]))/gi,
      (_, hex?: string, char = '') => character(hex && `0x${hex}`) ?? SINGLE[char] ?? char,
    );
  return raw.replace(/(?:\\(?:u[0-9a-f]{4}|[\s\S]))+/gi, (run) => decode(run).padStart(run.length, PAD));
}

/** An attribute's value without its quotes. */
export function decodeAttribute(raw: string): string {
  return raw.replace(/&(?:#(x[0-9a-f]{1,6}|\d{1,7})|([a-z]{2,4}));/gi, (entity, digits?: string, name = '') => {
    const char = character(digits && `0${digits}`) ?? ENTITIES[name] ?? entity;
    return char.padStart(entity.length, PAD);
  });
}

/** @param digits in decimal, or with 0x before; undefined for no number */
function character(digits: string | undefined): string | undefined {
  const code = Number(digits);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

export const withoutPads = (text: string): string => (text.includes(PAD) ? text.replaceAll(PAD, '') : text);
