/**
 * What a part of a page is about, by the heading over it: add-ons and what others charge are laid out as tiers are.
 */
import { type Document, lastAtOrBefore } from './document.ts';
import { label } from './label.ts';

const ADD_ONS =
  /\badd-?ons?\b|^(?:optional |available |popular |paid |useful )?(?:extras\b|extensions\b|boosters?\b|optional (?:services|features|modules|products)|additional (?:services|features|products|modules|usage|seats|users|resources|capacity)|(?:professional|consulting|onboarding|implementation|migration|training|setup|support) (?:services|packages)|services$|overages?\b|zusatz(?:optionen|module|leistungen|pakete)|options?$|complementos\b|servizi aggiuntivi\b)/iu;
const NO_ADD_ONS = /\b(?:no|without|zero|keine?|sans|sin)\b/iu;
const OTHERS =
  /\bvs\b|\bversus\b|\bcompetitors?\b|\bcompetition\b|\balternatives?\b|\bother (?:tools|vendors|providers|solutions|apps|products|services|platforms)\b|\b(?:compared?|comparison) (?:to|with|against)\b|\bhow we (?:compare|stack)|\bwhy (?:teams )?switch\b|\bswitch(?:ing)? from\b|\breplaces?\b|\bim vergleich (?:zu|mit)\b/iu;

const EXAMPLES =
  /^(?:an? )?(?:examples?|samples?|scenarios?|illustrations?)\b|\b(?:example|sample) (?:bills?|invoices?|calculations?|pricing|costs?|scenarios?)\b|\bworked examples?\b|\b(?:cost|price|pricing|billing) (?:examples?|calculations?|scenarios?)\b|\bbeispiel/iu;

/** Farther up, a heading is about something else. */
const MAX_LINES = 400;

/** Why a part of the page with this heading has no tiers of the product; undefined where it may have. */
export function notTiers(heading: string): string | undefined {
  if (ADD_ONS.test(heading) && !NO_ADD_ONS.test(heading)) return 'among the add-ons';
  if (EXAMPLES.test(heading)) return 'an example';
  return OTHERS.test(heading) ? 'what others charge' : undefined;
}

/** The heading of the section around this place: the nearest above it that outranks `rank`, below the page's own. */
export function sectionHeading({ lines, visible }: Document, at: number, rank: number): string {
  const from = lastAtOrBefore(lines, at - 1);
  for (let index = from; index >= 0 && from - index < MAX_LINES; index -= 1) {
    const line = lines[index];
    if (line === undefined || line.heading === 0 || line.heading >= rank) continue;
    return line.heading === 1 ? '' : label(visible.slice(line.start, line.end), 120);
  }
  return '';
}
