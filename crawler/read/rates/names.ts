/** What names a model: its cell without what else stands in it, or what the page is about. */
import type { Document } from '../page/document.ts';
import type { Cell } from '../page/grid.ts';
import { isPlain, label } from '../page/label.ts';
import { isOtherModality, wholeBand } from './kinds.ts';
import { says } from './words.ts';

const MAX_NAME = 120;

/** A cell's words without the notes that are raised in it, one line of the page for each of its own. */
export function wordsOf({ visible, text }: Document, { start, end }: Cell): string {
  if (start < 0) return '';
  let words = visible.slice(start, end);
  for (const { 0: note, index } of text.slice(start, end).matchAll(/<sup>[^<]{0,12}<\/sup>/gi))
    words = words.slice(0, index) + ' '.repeat(note.length) + words.slice(index + note.length);
  return words;
}

const RIBBON = /^(?:new|beta|preview|popular|hot|recommended|latest|featured|neu|nouveau|nuevo|novo|新|推荐)$/i;
const BEHIND =
  /\s?[(（]([^()（）]{2,40}|[^()（）]{0,20}[(（][^()（）]{2,20}[\])）]?)[)）]\s*$|(?:,|\s)\s?(?:prompts? |context )?[≤≥<>]=?\s?\d[\d.,]{0,8}\s?[km]?(?: tokens?)?\s*$/i;

/** The first line of a name's cell, and the band that stands in or behind it. */
export function nameAndBand(words: string): { name: string; band?: string } {
  const lines = words.split('\n').map((line) => line.trim());
  const at = Math.max(
    0,
    lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !RIBBON.test(line)),
  );
  const [first = '', ...more] = lines.slice(at);
  const whole = [first, ...more.filter((line) => /^[(（≤≥<>]/.test(line))]
    .join(' ')
    .replace(/^[\s↳└→•·–-]+(?=\S)/u, '');
  const alone = wholeBand(whole);
  if (alone !== undefined) return { name: '', band: alone };
  const behind = BEHIND.exec(whole);
  const band = behind === null ? undefined : wholeBand(behind[1] ?? behind[0]);
  const name = whole.slice(0, behind?.index);
  return band === undefined || !/\p{L}/u.test(name) ? { name: whole } : { name, band };
}

const SIZES =
  /^\W{0,4}(?:less|more|fewer|up to|over|under|above|below|from|between|[<>≤≥]|\d{1,4}(?:\.\d)? ?[bm]? ?(?:[-–—~]|to) ?\d{1,4}(?:\.\d)? ?[bm](?!\p{L}))/iu;

/** Not "Less than 4B parameters", which are many, and none that hears or draws. */
export function isOneModel(name: string): boolean {
  return !isOtherModality(name) && !SIZES.test(name) && !says(name, 'sizes');
}

const PICTURES = /(?![©®™])\p{Extended_Pictographic}/gu;

/** The name as it is published; undefined where the words can't be one. */
export function modelName(words: string): string | undefined {
  const name = label(words.replace(PICTURES, ' '), MAX_NAME)
    .replace(/\( ?(?:deprecated|legacy|retired|\d{1,2}) ?\)/gi, '')
    .replace(/\s?\[?\^\d{1,2}\]?|\s?[*†‡]{1,3}$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s?[:：]\s?$/, '')
    // "@scope/model": a name that begins so would be a formula in a spreadsheet.
    .replace(/^@(?=[\w-]{1,40}\/\w)/, '')
    .trim();
  return name.length < 2 || !/\p{L}/u.test(name) || !isPlain(name) ? undefined : name;
}
