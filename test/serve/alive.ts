/**
 * When words of a vendor’s page are alive in what we write: they do something there that words don’t. One function for
 * each kind of place, each by a parser of other people’s, and none by what escapes them.
 */
import { load } from 'cheerio';
import { expect } from 'vitest';
import { words } from '../words.ts';
import { readMarkdown } from './strangers.ts';

/** What no text that is published may hold: controls, and what is there and can’t be seen. */
export const UNSEEN = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u;

/** Members whose words are ours, and which people and programs show as Markdown or as they stand. */
const OUR_WORDS = new Set(
  words('verdict expertTake quickAnswer text advice suits licenseNote attribution detail title method'),
);
const ADDRESSES = new Set(words('url source sourceUrl finalUrl page home vendor guide emailGenerator type'));

/**
 * JSON. Alive: it adds or takes a member beside those of a harmless answer; it can’t be seen; it makes a text endless; it
 * is an address that a browser would run; or it brings markup, a link or a whole sentence into words of ours.
 */
export function expectDeadJson(text: string, { clean, injected }: { clean: string; injected: string }): void {
  const answer: unknown = JSON.parse(text);
  expect(membersOf(answer)).toEqual(membersOf(JSON.parse(clean)));
  // A name may be a part of our sentence; what is longer than a name is cut, and marked as somebody else’s words.
  const sentence = injected.trim().length > 41 ? injected.trim() : undefined;
  const isDead = ({ name, value }: Said) =>
    isHarmless(name, value) && (!OUR_WORDS.has(name) || isOurs(name, value, sentence));
  // An assertion costs more than a look: there is one for all that is alive.
  expect([...stringsOf(answer)].filter((said) => !isDead(said))).toEqual([]);
}

interface Said {
  /** Of the member; empty of a member’s name. */
  name: string;
  value: string;
}

function isHarmless(name: string, value: string): boolean {
  const isOpenable = !(ADDRESSES.has(name) && value.includes(':')) || /^https?:\/\//.test(value);
  return !UNSEEN.test(value) && value.length <= 1_200 && isOpenable;
}

function isOurs(name: string, value: string, sentence: string | undefined): boolean {
  const { links, images, html, headings } = readMarkdown(value);
  const marked = images.length + html.length + headings.length;
  const isCut = sentence === undefined || !value.includes(sentence);
  return marked === 0 && links.length === (name === 'attribution' ? 2 : 0) && isCut;
}

/** Paths of members, those of a list’s elements as one. */
function membersOf(value: unknown): string[] {
  const paths = new Set<string>();
  const walk = (at: unknown, path: string) => {
    if (Array.isArray(at)) for (const element of at) walk(element, `${path}[]`);
    else if (typeof at === 'object' && at !== null)
      for (const [name, member] of Object.entries(at)) walk(member, `${path}.${name}`);
    else paths.add(path);
  };
  walk(value, '');
  return [...paths].toSorted();
}

function* stringsOf(value: unknown, name = ''): Generator<Said> {
  if (typeof value === 'string') yield { name, value };
  else if (Array.isArray(value)) for (const element of value) yield* stringsOf(element, name);
  else if (typeof value === 'object' && value !== null)
    for (const [member, each] of Object.entries(value)) {
      yield { name: '', value: member };
      yield* stringsOf(each, member);
    }
}

/** Attributes that hold text and do nothing by it. */
const TEXT_ATTRIBUTES = ['title', 'content', 'datetime', 'value', 'aria-label'];

/** HTML. Alive: the page has other elements, or attributes that do something have other values, than beside harmless words. */
export function skeletonOf(html: string, slugs: readonly string[]): string[] {
  expect(html).not.toMatch(UNSEEN);
  const anySlug = new RegExp(slugs.map((slug) => `\\b${slug}\\b`).join('|'), 'g');
  const $ = load(html);
  return $('*')
    .toArray()
    .map((element) => {
      const attributes = 'attribs' in element ? element.attribs : {};
      const held = Object.entries(attributes).filter(([name]) => !TEXT_ATTRIBUTES.includes(name));
      return (
        `${'tagName' in element ? element.tagName : ''} ${held.map(([name, value]) => `${name}=${value}`).join(' ')}`
          .replaceAll(anySlug, 'SLUG')
          .replaceAll(/ev_[0-9a-f]{20}/g, 'EVIDENCE')
          // What stands in an address behind the page’s own path is the vendor’s to say, and is escaped as an address is.
          .replaceAll(/(https:\/\/acme\.example\/pricing\?plan=)[!-~]*/g, '$1ANYTHING')
      );
    });
}

/** How a line of a record may begin: with words of ours, in front of all that others have written. */
const OUR_LINE =
  /^(?:|---|## .+ pricing|- (?:Product|Category|Price|Free tier|Status|Verified|Annual billing|Category comparison|Verdict|Source|Page|Vendor|License|Attribution): .+|- (?:Tiers|Rates per million tokens|Other costs):| {2}- `.+)$/;

/**
 * Plain text that is Markdown too. Alive: it begins a line; it is a heading, a link, a picture or HTML; or it stands outside
 * of a code span, as if we had said it.
 */
export function expectDeadText(
  record: string,
  { injected, hosts }: { injected: string; hosts: readonly string[] },
): void {
  expect(record).not.toMatch(UNSEEN);
  for (const line of record.split('\n')) expect(line).toMatch(OUR_LINE);
  const { headings, links, images, html } = readMarkdown(record);
  expect(headings).toHaveLength(1);
  expect([...images, ...html]).toEqual([]);
  for (const { href } of links) expect(hosts).toContain(new URL(href).hostname);
  if (injected.trim().length > 41) expect(withoutCode(record)).not.toContain(injected.trim());
}

function withoutCode(text: string): string {
  const { code } = readMarkdown(text);
  return code.reduce((rest, span) => rest.replaceAll(span, ''), text);
}
