/** What a cell of a comparison or an item of a list says: there, not there, at a price, or something that has to be read. */
import type { PageElement } from '../page/document.ts';
import { anyMeans } from '../vocabulary/phrases.ts';
import type { Reader } from './sentences.ts';

/** `unknown` where a drawing can't be told from another, or the words commit to nothing. */
export type Mark = 'yes' | 'no' | 'add_on' | 'empty' | 'value' | 'unknown';

const YES = /^[✓✔☑✅●⬤•🗸√○◯〇]{1,3}$/u;
const NO = /^[✗✘✕✖×❌–—−-]{1,3}$|^0$/u;
const DRAWN_YES =
  /(?:^|[\s_:#/.-])(?:check(?:mark|ed|-circle|box)?|tick|yes|included|success|true|done|available|ok)(?:$|[\s_:./-])/i;
const DRAWN_NO =
  /(?:^|[\s_:#/.-])(?:cross|x|x-?mark|x-circle|close|times|no|not[ -]included|minus|dash|false|excluded|unavailable|not[ -]available|ban|disabled|remove|uncheck(?:ed)?|none)(?:$|[\s_:./-])/i;
const NEGATED = /not?[ -]|un(?:check|avail)/i;
const ICONS = new Set(['svg', 'img', 'i', 'use', 'input']);
const MAX_VALUE = 60;
const MAX_LOOK = 24;

export function markOf(words: string, element: PageElement, reader: Reader): Mark {
  const said = words.replaceAll('\ufe0f', '').trim();
  if (said === '') return drawnIn(element);
  if (YES.test(said)) return 'yes';
  if (NO.test(said)) return 'no';
  const phrases = reader.find(said);
  const [first] = phrases;
  const isWhole = first !== undefined && first.start === 0 && !/[\p{L}\d]/u.test(said.slice(first.end));
  if (isWhole && first.meanings.has('cellYes')) return 'yes';
  if (isWhole && first.meanings.has('cellNo')) return 'no';
  if ((isWhole && first.meanings.has('addOn')) || /^\+? ?[$€£¥]/.test(said)) return 'add_on';
  const isOpen = anyMeans(phrases, 'cellOpen') || said.includes('?');
  return isOpen || said.length > MAX_VALUE ? 'unknown' : 'value';
}

/** By the names that drawings go by: labels first, then classes and files. */
export function drawnIn(element: PageElement): Mark {
  const spoken: string[] = [];
  const named: string[] = [];
  let isDrawn = false;
  const open: PageElement[] = [element];
  for (let looked = 0; looked < open.length && looked < MAX_LOOK; looked += 1) {
    const at = open[looked] as PageElement;
    const { attribs, name } = at;
    isDrawn ||= ICONS.has(name) || (name === 'span' && at !== element);
    for (const said of [attribs['aria-label'], attribs.alt, attribs.title])
      if (said) spoken.push(said.slice(0, MAX_VALUE));
    if (name === 'title') spoken.push(at.caption);
    const file = (attribs.src ?? attribs.href ?? attribs['xlink:href'] ?? '').slice(-40).replace(/\.\w{3,4}$/, '');
    for (const called of [attribs.class, attribs['data-icon'], attribs['data-testid'], attribs['data-value'], file])
      if (called && called.length < 300) named.push(called);
    open.push(...firstElements(at, 8));
  }
  for (const said of [spoken.filter((each) => each.trim() !== ''), named]) {
    const isYes = said.some((each) => DRAWN_YES.test(each) || YES.test(each));
    const isNo = said.some((each) => DRAWN_NO.test(each) || NO.test(each));
    if (isYes !== isNo) return isYes ? 'yes' : 'no';
    // "not included" holds "included".
    if (isYes) return said.some((each) => NEGATED.test(each)) ? 'no' : 'unknown';
  }
  return isDrawn ? 'unknown' : 'empty';
}

/** A hostile element has a million children. */
export function firstElements(element: PageElement, max: number): PageElement[] {
  return element.children.slice(0, max).filter(({ place }) => place < 4 * max);
}
