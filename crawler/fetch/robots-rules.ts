/** The meaning of a robots.txt answer by RFC 9309. Pure. The input of robots-parser is prepared where it differs. */
import robotsParserModule from 'robots-parser';
import * as z from 'zod';
import { defined } from '../../data/defined.ts';
import { FailureKind } from '../../data/observation.ts';
import { Instant } from '../../data/product.ts';

/** Its declarations name a default export; the file is CommonJS and exports the function itself. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

/** The stored copy of one origin's robots.txt. */
export const RobotsCopy = z.strictObject({
  askedAt: Instant,
  /** `unavailable`: 4xx, so all is allowed (§2.3.1.3). `unreachable`: 5xx or no answer (§2.3.1.4). */
  answer: z.enum(['rules', 'unavailable', 'unreachable']),
  /** Why it is unreachable, for the observation; `failure` where no server answered at all. */
  reason: z.string().max(200).optional(),
  failure: FailureKind.optional(),
  /** The last rules that were fetched, and when: they apply while the server is unreachable. */
  good: z.strictObject({ text: z.string(), at: Instant }).optional(),
});
export type RobotsCopy = z.infer<typeof RobotsCopy>;

export type RobotsAnswer =
  | { kind: 'rules'; text: string }
  | { kind: 'unavailable' }
  | { kind: 'unreachable'; reason: string; failure?: FailureKind };

export interface RobotsAges {
  robotsFreshMs: number;
  robotsLastGoodMs: number;
}

/** A failed server is asked again before BullMQ's first retry, but not by each job of a burst. */
const UNREACHABLE_FRESH_MS = 10_000;

const ageOf = (instant: string, now: Date) => now.getTime() - Date.parse(instant);

/** Whether the copy may be used without asking the server again (§2.4). A clock set back makes no copy immortal. */
export function isFresh(copy: RobotsCopy, now: Date, { robotsFreshMs }: Pick<RobotsAges, 'robotsFreshMs'>): boolean {
  const age = ageOf(copy.askedAt, now);
  return age >= 0 && age < (copy.answer === 'unreachable' ? UNREACHABLE_FRESH_MS : robotsFreshMs);
}

export function updatedCopy(old: RobotsCopy | undefined, answer: RobotsAnswer, now: Date): RobotsCopy {
  const askedAt = now.toISOString();
  if (answer.kind === 'rules') return { askedAt, answer: 'rules', good: { text: answer.text, at: askedAt } };
  if (answer.kind === 'unavailable') return { askedAt, answer: 'unavailable' };
  const reason = answer.reason.slice(0, 200);
  return { askedAt, answer: 'unreachable', reason, ...defined({ failure: answer.failure, good: old?.good }) };
}

export type RobotsDecision =
  | { allowed: true; crawlDelayMs: number | undefined; sitemaps: string[] }
  | { allowed: false; failure: FailureKind; reason: string };

export interface RobotsQuestion {
  url: URL;
  userAgent: string;
}

/** Without rules all is disallowed, unless the host did not answer at all: that is its own failure. */
export function decide(
  copy: RobotsCopy,
  now: Date,
  { url, userAgent, robotsLastGoodMs }: RobotsQuestion & Pick<RobotsAges, 'robotsLastGoodMs'>,
): RobotsDecision {
  const { answer, good, failure = 'disallowed', reason = 'robots.txt is unreadable' } = copy;
  if (answer === 'unavailable') return { allowed: true, crawlDelayMs: undefined, sitemaps: [] };
  const isUsable = good !== undefined && (answer === 'rules' || ageOf(good.at, now) <= robotsLastGoodMs);
  return isUsable ? decideByRules(good.text, { url, userAgent }) : { allowed: false, failure, reason };
}

function decideByRules(text: string, { url, userAgent }: RobotsQuestion): RobotsDecision {
  const page = withUnreservedDecoded(url.href);
  const own = tokenOf(userAgent);
  const lines = text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => LINE.test(line));
  const rules = robotsParser(page, withFewAgents(rulesOnly(lines), own));
  const reason = `robots.txt of ${url.host} disallows ${url.pathname.slice(0, 100)}`;
  if (rules.isAllowed(page, userAgent) === false) return { allowed: false, failure: 'disallowed', reason };
  const whole = robotsParser(page, withFewAgents(lines, own));
  const seconds = whole.getCrawlDelay(userAgent);
  const isDelay = seconds !== undefined && Number.isFinite(seconds) && seconds > 0;
  return { allowed: true, crawlDelayMs: isDelay ? seconds * 1000 : undefined, sitemaps: whole.getSitemaps() };
}

/** What robots-parser takes for a line. */
const LINE = /^\s*[^\s:#][^:#]*:/;
const AGENT = /^\s*user-agent\s*:([^#]*)/i;

function tokenOf(userAgent: string): string {
  return (userAgent.split('/')[0] ?? '').trim().toLowerCase();
}

/** A group names us, all and others once each: robots-parser keeps each rule for each name, which took 3 GB for 100 KB. */
function withFewAgents(lines: readonly string[], own: string): string {
  const named = new Set<string>();
  const few = lines.filter((line) => {
    const name = AGENT.exec(line)?.[1];
    if (name === undefined) {
      named.clear();
      return true;
    }
    const token = tokenOf(name);
    const kind = token === own || token === '*' ? token : 'other';
    if (named.has(kind)) return false;
    named.add(kind);
    return true;
  });
  return few.join('\n');
}

const RULE = /^\s*(user-agent|allow|disallow)\s*:/i;

/** Lines of groups only; other records must not end a group (§2.2.4). */
function rulesOnly(lines: readonly string[]): string[] {
  // robots-parser ignores a last group without rules; an empty rule makes it count.
  return [...lines.filter((line) => RULE.test(line)).map(withUnreservedDecoded), 'Disallow:'];
}

/** `%7E` and `~` are the same octet in a path (RFC 3986 §2.3), and RFC 9309 §2.2.2 compares octets. */
function withUnreservedDecoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}
