/**
 * What stands in a page's place: a proof that one is human, a refusal, a site that is down, a login, a question to
 * answer, no such page, a domain for sale, a list of files, the home page.
 */
import type { PageConcept } from '../vocabulary/concepts.ts';
import { entitles, isPriceListAddress, type Judgement, type PageFacts, pathOf, says, short } from './page-facts.ts';
import { isMentioned, isSaid } from './page-says.ts';
import { frameOf } from './shell.ts';

/** Programs that only a challenge carries; the tags that its makers put on every page they guard are not among them. */
const CHALLENGE_SOURCE =
  /_cf_chl_opt|cf-challenge-running|challenge-platform\/h\/|__cf_chl_|captcha-delivery\.com|px-captcha|_pxcaptcha|awswaf\.com\/[^"']{1,200}challenge|gokuprops|kpsdk|sec-if-cpt-container|sucuri_cloudproxy_js|_incapsula_resource\?(?:cwudnsai|swudnsai)|incident_id|hcaptcha\.com\/captcha\/v1|geo\.captcha|rbzns|bm-verify/i;
/** An error's number alone. */
const NUMBER = {
  blocked: /^(?:error:? )?(?:403|451|429|10(?:06|07|08|09|10|12|15|20))(?:$| ?[:–—|-])/u,
  down: /^(?:error:? )?(?:50[0234]|52[0-6]|530|1016|1000|1033)(?:$| ?[:–—|-])/u,
} as const;
const MAX_CHALLENGE = 1200;
const MAX_SEARCHED = 60_000;
const MAX_TEXT = 3000;
const MAX_BANNER = 12_000;

export function wallOf(facts: PageFacts): Judgement | undefined {
  if (!facts.isHtml) return undefined;
  const wall = challengeOf(facts) ?? refusalOf(facts) ?? loginOf(facts);
  if (wall !== undefined) return wall;
  const question = questionOf(facts);
  // What a banner over an empty application asks is beside the point: the page is still to be drawn.
  const isUndrawn = question !== undefined && facts.priced === 0 && frameOf(facts.document).hasEmptyRoot;
  return isUndrawn ? undefined : question;
}

function challengeOf(facts: PageFacts): Judgement | undefined {
  const { document, size, found, heads } = facts;
  const words = says('challenge', facts);
  // Refusals come with the title of a challenge; theirs is the first heading.
  const isRefused = heads.some((head) => isSaid('blocked', head) && !isSaid('challenge', head));
  if (words !== undefined && !isRefused)
    return { verdict: 'challenge', reason: `A challenge stands before the page: "${short(words)}"` };
  if (size >= MAX_CHALLENGE || found) return undefined;
  const mark = CHALLENGE_SOURCE.exec(document.source.slice(0, MAX_SEARCHED))?.[0];
  if (mark === undefined) return undefined;
  return { verdict: 'challenge', reason: `Little text and the program of a challenge: ${short(mark)}` };
}

/** The site refuses the visit, or it is down: then nothing is wrong with the address. */
function refusalOf(facts: PageFacts): Judgement | undefined {
  const numbered = (kind: keyof typeof NUMBER) =>
    facts.priced > 1 || facts.isPriceList.head
      ? undefined
      : [...facts.heads, ...facts.titles].find((words) => NUMBER[kind].test(words));
  const blocked = says('blocked', facts) ?? numbered('blocked');
  if (blocked !== undefined) return { verdict: 'blocked', reason: `The site refuses the visit: "${short(blocked)}"` };
  const down = facts.priced > 1 ? undefined : (says('down', facts) ?? numbered('down'));
  if (down === undefined) return undefined;
  return { verdict: 'unreadable', reason: `The site is down or unfinished: "${short(down)}"` };
}

function loginOf(facts: PageFacts): Judgement | undefined {
  const { hasPassword, hasEmailField, opening, isPriceList, found, amounts, size, heads, titles } = facts;
  const hasContent = found || amounts.length > 0 || size > MAX_TEXT;
  if (hasContent && isPriceList.head) return undefined;
  const words =
    entitles('login', facts) ?? (found || size > MAX_TEXT ? undefined : opening.find((line) => isSaid('login', line)));
  if (words === undefined) return undefined;
  const hasForm = hasPassword || hasEmailField || opening.some((line) => isMentioned('signIn', line));
  const isHeading = heads.includes(words) || (titles.includes(words) && !isPriceList.title && !isPriceList.head);
  if (isHeading && hasForm && !isPriceList.head) return { verdict: 'login', reason: `A login: "${short(words)}"` };
  if (hasContent) return undefined;
  if (hasForm || isHeading || /\b(?:see|view|access|visible|available)\b/.test(words))
    return { verdict: 'login', reason: `A login stands before the prices: "${short(words)}"` };
  return undefined;
}

function questionOf(facts: PageFacts): Judgement | undefined {
  const { priced, amounts, isPriceList, size, opening, heads, titles } = facts;
  const isFull = priced > 1 && size >= MAX_TEXT;
  const early = size > MAX_BANNER ? [] : opening.slice(0, 4);
  const consent = isFull ? undefined : (says('consent', facts) ?? early.find((words) => isSaid('consent', words)));
  const isEntitled =
    consent !== undefined && (heads.includes(consent) || (titles.includes(consent) && !isPriceList.head));
  const isEmpty = priced === 0 && amounts.length === 0 && !isPriceList.head;
  if (consent !== undefined && (isEntitled ? priced < 2 || size < MAX_TEXT : isEmpty))
    return { verdict: 'consent', reason: `A question about consent stands before the page: "${short(consent)}"` };
  const gate = isPriceList.head ? undefined : entitles('gate', facts);
  if (gate !== undefined && (priced === 0 || heads.includes(gate)))
    return { verdict: 'consent', reason: `The page asks before it shows itself: "${short(gate)}"` };
  return undefined;
}

const INSTEAD: readonly [PageConcept, Judgement['verdict'], string][] = [
  ['missing', 'soft_404', 'The page says that it is missing'],
  ['forSale', 'not_pricing', 'What is on sale is the domain'],
  ['files', 'not_pricing', 'A list of files'],
];

/** The site answered, and not with what was asked for. */
export function missingOf(facts: PageFacts): Judgement | undefined {
  for (const [concept, verdict, reason] of INSTEAD) {
    const words = concept === 'files' ? entitles(concept, facts) : says(concept, facts);
    if (words !== undefined) return { verdict, reason: `${reason}: "${short(words)}"` };
  }
  return isHomeInstead(facts)
    ? { verdict: 'soft_404', reason: 'The site answers with its home page, which has no price list' }
    : undefined;
}

/** A price list was asked for, the page calls itself the site's root, and nothing on it is headed as a price list. */
function isHomeInstead({ asked, url, document, isPriceList, priced }: PageFacts): boolean {
  if (!isPriceListAddress(asked) || priced > 1) return false;
  if (isPriceList.title || isPriceList.head || isPriceList.subhead) return false;
  return [url, document.meta.get('canonical'), document.meta.get('og:url')].some(
    (address) => address !== undefined && /^https?:\/\//i.test(address) && pathOf(address).length === 0,
  );
}
