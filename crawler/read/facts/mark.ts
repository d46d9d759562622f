/** What a cell of a comparison says: there, not there, at a price, or something that has to be read. */
import type { PageElement } from '../page/document.ts';

/** `unknown` where a drawing can't be told from another, or the words commit to nothing. */
export type Mark = 'yes' | 'no' | 'add_on' | 'empty' | 'value' | 'unknown';

const YES =
  /^(?:[✓✔☑✅●⬤•🗸√✅]+|yes|included|inclus|incluido|incluso|ja|oui|sí|si|x?✓|available|inbegriffen|enthalten|true|支持|包含|有|○|◯|〇|対応)$/iu;
const NO =
  /^(?:[✗✘✕✖×❌–—−-]+|no|none|not included|not available|n\/?a|nein|non|false|unavailable|不支持|无|不包含|非対応|0)$/iu;
const PAID =
  /^(?:(?:paid |optional |available as (?:an )?)?add-?on(?: available)?|optional|extra(?: (?:cost|fee|charge))?|at (?:an )?(?:extra|additional) cost|kostenpflichtig|zubuchbar|en option|opcional)$/iu;
const OPEN =
  /(?<!\p{L})(?:soon|contact|ask|tbd|only|beta|preview|request|trial|limited|roadmap|planned|social|google sign|learn|see|view)(?!\p{L})|\?/iu;
const DRAWN_YES =
  /(?:^|[\s_:#/.-])(?:check(?:mark|ed|-circle|box)?|tick|yes|included|success|true|done|available|ok)(?:$|[\s_:./-])/i;
const DRAWN_NO =
  /(?:^|[\s_:#/.-])(?:cross|x|x-?mark|x-circle|close|times|no|not[ -]included|minus|dash|false|excluded|unavailable|not[ -]available|ban|disabled|remove|uncheck(?:ed)?|none)(?:$|[\s_:./-])/i;

export function markOf(words: string, element: PageElement): Mark {
  const said = words
    .replace(/\ufe0f/g, '')
    .replace(/(?<![\s.])[\s.]+$/g, '')
    .trim();
  if (said !== '') {
    if (YES.test(said)) return 'yes';
    if (NO.test(said)) return 'no';
    if (PAID.test(said) || /^\+? ?[$€£¥]/.test(said)) return 'add_on';
    return OPEN.test(said) || said.length > 60 ? 'unknown' : 'value';
  }
  return drawnIn(element);
}

const MAX_LOOK = 24;

/** By the names that drawings go by: labels first, then classes and files. */
export function drawnIn(element: PageElement): Mark {
  const spoken: string[] = [];
  const named: string[] = [];
  let isDrawn = false;
  const open: PageElement[] = [element];
  for (let looked = 0; looked < open.length && looked < MAX_LOOK; looked += 1) {
    const at = open[looked] as PageElement;
    const { attribs, name } = at;
    const isIcon = name === 'svg' || name === 'img' || name === 'i' || name === 'use' || name === 'input';
    isDrawn ||= isIcon || (name === 'span' && at !== element);
    for (const said of [attribs['aria-label'], attribs.alt, attribs.title]) if (said) spoken.push(said.slice(0, 60));
    if (name === 'title') spoken.push(at.caption);
    const file = (attribs.src ?? attribs.href ?? attribs['xlink:href'] ?? '').slice(-40).replace(/\.\w{3,4}$/, '');
    for (const called of [attribs.class, attribs['data-icon'], attribs['data-testid'], attribs['data-value'], file])
      if (called && called.length < 300) named.push(called);
    if (at.children.length > 0) open.push(...firstElements(at, 8));
  }
  const labels = spoken.map((each) => each.trim()).filter((each) => each !== '');
  for (const said of [labels, named]) {
    const isYes = said.some((each) => (said === labels && YES.test(each)) || DRAWN_YES.test(each));
    const isNo = said.some((each) => (said === labels && NO.test(each)) || DRAWN_NO.test(each));
    if (isNo && !isYes) return 'no';
    if (isYes && !isNo) return 'yes';
    // "not included" holds "included".
    if (isYes && isNo) return said.some((each) => /not?[ -]|un(?:check|avail)/i.test(each)) ? 'no' : 'unknown';
  }
  return isDrawn ? 'unknown' : 'empty';
}

/** A hostile element has a million children. */
export function firstElements(element: PageElement, max: number): PageElement[] {
  return element.children.slice(0, max).filter(({ place }) => place < 4 * max);
}
