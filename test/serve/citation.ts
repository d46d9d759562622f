/**
 * The rules of citing (the interface’s specification, section 1), held to what we write ourselves: one function for each
 * kind of thing that is written, each with a parser that is not ours.
 */
import { load } from 'cheerio';
import { expect } from 'vitest';
import type { Site } from '../../config/site.ts';
import { type MarkdownLink, readMarkdown } from './strangers.ts';

export interface Cited {
  site: Site;
  /** What is checked, for messages. */
  where: string;
}

const homeOf = ({ baseUrl }: Site) => `${baseUrl}/`;
const isOurs = (url: string, site: Site) => url.startsWith(homeOf(site));

/**
 * Every answer has both links (rule 1), an `attribution` that links back to its page (2), by two links in the words of the
 * rules (3), none of which leads elsewhere under our name (4). What is nested in it and has links or an attribution of its
 * own is held to the same.
 */
export function expectCitedJson(answer: unknown, cited: Cited): void {
  const { site, where } = cited;
  const { links, attribution } = answer as { links?: Record<string, string>; attribution?: string };
  expect(links?.home, where).toBe(homeOf(site));
  expect(isOurs(String(links?.page), site), `${where}: ${links?.page}`).toBe(true);
  expectAttribution(String(attribution), String(links?.page), cited);
  expectNestedCited(answer, cited);
}

function expectNestedCited(value: unknown, cited: Cited): void {
  const { site, where } = cited;
  if (typeof value !== 'object' || value === null) return;
  const { links, attribution } = value as { links?: Record<string, string>; attribution?: string };
  if (typeof links === 'object') {
    expect(isOurs(String(links.page), site), `${where}: ${links.page}`).toBe(true);
    if (links.home !== undefined) expect(links.home, where).toBe(homeOf(site));
    if (links.vendor !== undefined)
      expect(links.vendor, where).toMatch(/\/go\/[a-z0-9-]+\?src=(?:api_v2|mcp|feed|page)$/);
  }
  if (typeof attribution === 'string' && links !== undefined) expectAttribution(attribution, String(links.page), cited);
  for (const each of Object.values(value)) expectNestedCited(each, cited);
}

/** The sentence that consumers paste verbatim (rule 6): two links, by name and by page. */
function expectAttribution(attribution: string, page: string, { site, where }: Cited): void {
  const { links, images, html } = readMarkdown(attribution);
  expect(
    links.map(({ href }) => href),
    where,
  ).toEqual([homeOf(site), page]);
  const [home, data] = links;
  expect(home?.text, where).toBe(site.brand);
  expect(data?.text, where).toMatch(/\S pricing$/);
  expect([...images, ...html], where).toEqual([]);
  expectNamedRightly(links, { site, where });
}

/** Our name leads home, and nothing else is called by it (rules 3 and 4). */
function expectNamedRightly(links: readonly MarkdownLink[], { site, where }: Cited): void {
  for (const { href, text } of links)
    if (text.trim().toLowerCase() === site.brand.toLowerCase()) expect(href, where).toBe(homeOf(site));
}

/** Of plain text, which is Markdown too: so many citations, each with both links. */
export function expectCitedMarkdown(text: string, cited: Cited & { citations: number }): void {
  const { site, where, citations } = cited;
  const { links } = readMarkdown(text);
  expectNamedRightly(links, cited);
  const named = links.filter(({ text: said }) => said === site.brand);
  const pages = links.filter(({ href, text: said }) => said.endsWith(' pricing') && isOurs(href, site));
  expect([named.length, pages.length], where).toEqual([citations, citations]);
}

/** Of a page: our name leads home, links to vendors are called by their own; and what is to be pasted is sound. */
export function expectCitedHtml(html: string, cited: Cited & { page?: string }): void {
  const { site, where, page } = cited;
  const $ = load(html);
  const links = $('a[href]')
    .toArray()
    .map((element) => ({
      href: new URL($(element).attr('href') ?? '', homeOf(site)).href,
      text: $(element).text().trim(),
    }));
  expect(
    links.some(({ href, text }) => href === homeOf(site) && text === site.brand),
    where,
  ).toBe(true);
  expectNamedRightly(links, cited);
  for (const { href, text } of links)
    if (!isOurs(href, site) || href.startsWith(`${homeOf(site)}go/`))
      expect(text.toLowerCase(), where).not.toContain(site.brand.toLowerCase());
  if (page === undefined) return;
  for (const element of $('pre.cite.plain').toArray()) {
    expect($(element).text(), where).toContain(`${site.brand} (${homeOf(site)})`);
    expect($(element).text(), where).toContain(page);
  }
  const pasted = $('pre.cite:not(.plain)')
    .toArray()
    .map((element) => $(element).text());
  expect(pasted, where).toHaveLength(1);
  expectAttribution(pasted[0] ?? '', page, cited);
}

/** Of Atom: the feed is ours and leads home, each entry to the page that it is about. */
export function expectCitedAtom(xml: string, { site, where }: Cited): void {
  const $ = load(xml, { xml: true });
  expect($('feed > author > name').text(), where).toBe(site.brand);
  expect($('feed > author > uri').text(), where).toBe(homeOf(site));
  expect($('feed > link[rel="alternate"]').attr('href'), where).toBe(homeOf(site));
  for (const entry of $('entry').toArray()) {
    const href = $(entry).children('link[rel="alternate"]').attr('href') ?? '';
    expect(href, where).toMatch(/\/tools\/[a-z0-9-]+\/pricing$/);
    expect(isOurs(href, site), where).toBe(true);
  }
  for (const link of $('link[title]').toArray()) expect($(link).attr('title'), where).not.toBe(site.brand);
}

/** Of a tool: what it says in text is what it says as data, which is an answer as any other. */
export function expectCitedToolResult(
  { content, structuredContent }: { content: { type: string; text?: string }[]; structuredContent?: unknown },
  cited: Cited,
): void {
  expect(JSON.parse(content[0]?.text ?? ''), cited.where).toEqual(structuredContent);
  expectCitedJson(structuredContent, cited);
}
