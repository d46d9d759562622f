/**
 * Vendor text as data: names and features as short, single-line, plain labels.
 *
 * Page text is hostile. A label is bounded in length, holds no control, bidirectional or invisible character, and
 * what reads like markup, an address or an order to a machine is no name.
 */

/** Control, zero-width, bidirectional, variation and tag characters, surrogate halves left over by truncation. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: combining and joining characters are listed to be removed
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu;
const SPACE = /[\s\u00a0]+/gu;
const HALVES = /[\ud800-\udfff]/gu;
const UNCLEAN = new RegExp(`[^\\S ]|  |${INVISIBLE.source}|${HALVES.source}`, 'u');

/** One line of plain text, at most `max` UTF-16 units, cut at a word where one ends in the last third. */
export function label(text: string, max = 80): string {
  if (text.length <= max && isTidy(text)) return text;
  // What lies far beyond the bound can't matter, and hostile text is long.
  const near = text.slice(0, max * 4);
  const clean = UNCLEAN.test(near)
    ? near.replace(SPACE, ' ').replace(INVISIBLE, '').replace(HALVES, '').trim()
    : near.trim();
  if (clean.length <= max) return clean;
  const cut = clean.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return (space > max * 0.66 ? cut.slice(0, space) : cut).trim();
}

/** Printable ASCII without white space around or beside other: nothing to clean, and most lines are of that kind. */
function isTidy(text: string): boolean {
  let before = 32;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return before !== 32 || text === '';
}

/** Words without any punctuation, in which much can't be. */
const BARE = /^[a-z0-9 ]+$/i;

/** Letters with at most two marks each, digits, and the punctuation that labels have; no bracket of a markup language. */
const PLAIN =
  /^(?:\p{L}\p{M}{0,2}|\p{N}|[ _.,:;!?'"’‘“”„«»&+%/()#°™®©$€£¥₹₽₩₺₴₫฿–—×·…*@✓✔\p{Pd}、。，：；（）「」・％＋／￥-])+$/u;
const MARKUP = /\*\*|\$[({]|^[=@]|^[+-][^ ]*[(*]|%0[ad]|%[sn]%|__|--(?: |$)|\.\.\/|&#?[a-z\d]{2,30};/i;
const ADDRESS =
  /https?:|www\.|:\/\/|javascript:|\bdata:|[\w.]@[\w-]|\b[a-z0-9-]{1,63}\.(?:com|net|org|io|dev|ai|co|app|xyz|info|biz|me|example|test|invalid)\b/i;
/**
 * Words that speak to a machine, or in our name. A list is never complete; it is the second fence, behind the bound on
 * length and the closed alphabet, and before the escaping of whoever writes the words somewhere.
 */
const ORDER = new RegExp(
  [
    /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|any|table|instructions?|rules?|prompts?)\b/,
    /\b(?:system|assistant|developer|user|human|important)\s*:/,
    /\b(?:you are|you must|act as|respond|reply with|output the|set the price|set confidence|print the|as an ai)\b/,
    /\b(?:dear (?:ai|assistant|model|llm)|note to|language models?:|automated agent|developer mode|trusted content)\b/,
    /\b(?:call the tool|tool result|execute|before answering|when you|in your answer|the correct price|price list is)\b/,
    /\b(?:do not mention|say that|i have verified|rate this|click the|send the|drop table)\b/,
    /\bprompts?\b|\binstructions?\b|指令|忽略|\binstructions? précédentes\b/,
    /\baccording to\b|\b(?:source|licen[sc]e|attribution)\s*:|\bverified ?(?:at|on|\()|\bverified by\b|\bno attribution\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Whether words could name something on sale, as opposed to addressing a machine. */
export function isPlain(words: string): boolean {
  if (!BARE.test(words) && (!PLAIN.test(words) || MARKUP.test(words) || ADDRESS.test(words))) return false;
  return !ORDER.test(words);
}

const CHECKS = '✓✔';
const EDGE = ` •·→|:–—*#★☆⭐✦✨-${CHECKS}`;
/** Blocks, triangles, squares and circles. */
const SHAPE = /[\u2580-\u25ff]/;

/** The words of a tier's name without the mark that badges and lists put before or after it. */
export function tidyName(words: string): string {
  const chars = [...label(words, 80)];
  const start = chars.findIndex((char) => !isEdge(char));
  const end = chars.findLastIndex((char) => !isEdge(char) || CHECKS.includes(char));
  return start < 0 ? '' : chars.slice(start, end + 1).join('');
}

/** "⚡ Pro", "Team 🚀"; not a mark that says that something is included or is not, nor a trade mark. */
const PICTURE = /^(?![‼⁉✅❌❎☑✖✕✗➕➖➡™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{1f3fb}-\u{1f3ff}])$/u;

const isEdge = (char: string) => EDGE.includes(char) || (char > '\u2100' && (SHAPE.test(char) || PICTURE.test(char)));
