/** All the ways to part a page into blocks of a plan each: repeated structure, tables, sections, what surrounds the names, data. */

import { onlyOf } from '../../../data/text/only.ts';
import { type Anchor, sectionGroups, siblingGroups } from '../offers/cards.ts';
import { headingAbove } from '../offers/headings.ts';
import { tierKey } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import { type Group, type Region, regionOf } from '../offers/regions.ts';
import { tableGroups } from '../offers/tables.ts';
import { grown, type Line, lastAtOrBefore, type Span, within } from '../page/document.ts';
import { type Cluster, clusterOf, type PartGroup, type Title, titlesIn } from './blocks.ts';
import { dataClusters } from './data-clusters.ts';

/** No page of prices has so many amounts and words in their place. */
const MAX_ANCHORS = 3_000;
const MAX_CLUSTERS = 60;
const MAX_HITS = 2_000;
const MAX_CLIMB = 12;
const MAX_LINE = 200;
const MAX_HEADS = 40;
const MAX_BARE = 120;

/** Where a plan's name stands. */
interface Hit extends Title {
  line: Line;
}

/**
 * Those that hold at least half of the names, the smallest first.
 *
 * @param ignored first words of blocks in which nothing is read
 */
export function clustersOf(page: Page, names: readonly string[], ignored: readonly string[]): Cluster[] {
  const keys = new Set(names.map(tierKey));
  const hits = hitsOf(page, names);
  const out = ignoredSpans(page, ignored);
  const least = Math.max(1, Math.ceil(keys.size / 2));
  const isNamed = (span: Span) => new Set(within(hits, span).map(({ key }) => key)).size >= least;
  const groups: PartGroup[] = [
    ...groupsOf(page).map(({ geometry: layout, ...group }) => ({ ...group, layout })),
    ...namedGroups(page, hits).map((group) => ({ ...group, layout: 'named' as const })),
  ];
  const found = groups
    .filter(isNamed)
    .filter(({ regions }) => regions.filter((region) => within(hits, region).length > 0).length >= least)
    .sort((a, b) => a.end - a.start - (b.end - b.start))
    .slice(0, MAX_CLUSTERS)
    .map((group) => {
      const regions = withNamed(page, group.regions, hits);
      const how = { ignored: out, above: headingAbove(page, group.start), elsewhere: elsewhere(hits, regions) };
      return clusterOf(page, { ...group, regions }, how);
    });
  return [...found, ...dataClusters(page, keys)];
}

/** Names that are set as those in the regions, and stand in none of them. */
function elsewhere(hits: readonly Hit[], regions: readonly Span[]): Set<string> {
  const inside = regions.flatMap((region) => within(hits, region));
  const looks = new Set(inside.map(({ line }) => lookOf(line)));
  const keys = new Set(inside.map(({ key }) => key));
  return new Set(hits.filter(({ key, line }) => !keys.has(key) && looks.has(lookOf(line))).map(({ key }) => key));
}

/** With the siblings that bear a name and, having lost their price, look like none. */
function withNamed({ document }: Page, regions: readonly Region[], hits: readonly Hit[]): Region[] {
  const parent = onlyOf(new Set(regions.map(({ root }) => root?.parent ?? undefined)));
  if (parent === undefined) return [...regions];
  const known = new Set(regions.flatMap((region) => within(hits, region).map(({ key }) => key)));
  const lost = parent.children.filter(
    (child) =>
      !regions.some(({ root }) => root === child) &&
      within(hits, child).some(({ key }) => !known.has(key)) &&
      isAmong(child, regions),
  );
  return [...regions, ...lost.map((child) => regionOf(document, child, child))].sort((a, b) => a.start - b.start);
}

/** Not far longer than the regions beside it. */
function isAmong(child: Span, regions: readonly Region[]): boolean {
  const longest = Math.max(...regions.map(({ start, end }) => end - start));
  return child.start >= 0 && child.end - child.start <= 2 * longest;
}

function groupsOf({ document, mentions }: Page): Group[] {
  const amounts = mentions.amounts.filter(({ money }) => money.isUnclear !== true);
  const anchors: Anchor[] = [...amounts, ...mentions.words].sort((a, b) => a.start - b.start);
  if (anchors.length > MAX_ANCHORS) return [];
  return [
    ...siblingGroups(document, anchors),
    // "Free" heads a section as well as it is a word in place of a price.
    ...sectionGroups(document, amounts),
    ...tableGroups(document, () => true),
  ];
}

/** Where the names stand, in the order of the page. */
function hitsOf(page: Page, names: readonly string[]): Hit[] {
  const keys = new Set(names.map(tierKey));
  const firsts = [...new Set(names.map((name) => (/[\p{L}\p{N}]+/u.exec(name)?.[0] ?? name).toLowerCase()))];
  const hits: Hit[] = [];
  for (const line of page.document.lines) {
    if (hits.length >= MAX_HITS) break;
    if (line.end - line.start > MAX_LINE) continue;
    const words = page.document.visible.slice(line.start, line.end).toLowerCase();
    if (!firsts.some((first) => words.includes(first))) continue;
    const at = { line: { ...line, slot: '', label: '' }, order: 0, root: undefined };
    const title = titlesIn(page, at).find(({ key }) => keys.has(key));
    if (title !== undefined) hits.push({ ...title, line });
  }
  return hits;
}

/** Of names that are set alike: the largest element around each that holds no other, or the text up to the next one. */
function namedGroups(page: Page, hits: readonly Hit[]): Omit<Group, 'geometry'>[] {
  const looks = Map.groupBy(hits, ({ line }) => lookOf(line));
  return [...looks].flatMap(([look, alike]) => {
    const one = [...Map.groupBy(alike, ({ key }) => key).values()].flatMap(([first]) => first?.line ?? []);
    const names = one.sort((a, b) => a.start - b.start);
    const [first, last] = [names[0], names.at(-1)];
    if (first === undefined || last === undefined) return [];
    // Headings of the same look between them may be plans that have come since.
    const known = new Set(alike.map(({ line }) => line.start));
    const isHead = (line: Line) => lookOf(line) === look && (!known.has(line.start) || names.includes(line));
    const heads = first.heading === 0 ? names : between(page, first, last).filter(isHead);
    if (heads.length > MAX_HEADS) return [];
    const regions = heads.map((line, at) => regionAt(page, line, { before: heads[at - 1], after: heads[at + 1] }));
    return [{ regions, start: regions[0]?.start ?? 0, end: regions.at(-1)?.end ?? 0 }];
  });
}

const lookOf = ({ element, heading }: Line) => `${element.name} ${heading}`;

function between({ document: { lines } }: Page, first: Line, last: Line): Line[] {
  return lines.slice(lastAtOrBefore(lines, first.start), lastAtOrBefore(lines, last.start) + 1);
}

function regionAt(
  page: Page,
  line: Line,
  { before, after }: { before: Line | undefined; after: Line | undefined },
): Region {
  const { document, mentions } = page;
  const end = after?.start ?? nextHeading(page, line);
  const root = grown(line.element, { start: before?.end ?? -1, end }, MAX_CLIMB);
  const around = regionOf(document, root, root);
  const isPriced = within(mentions.amounts, around).length > 0 || within(mentions.words, around).length > 0;
  if (isPriced) return around;
  const below = regionOf(document, { start: line.start, end });
  // A price may be set as a higher heading than the name.
  const isBare = after === undefined && before !== undefined && below.lines.length < 2;
  return isBare ? regionOf(document, { start: line.start, end: line.start + MAX_BARE }) : below;
}

/** Where the next heading that is as high begins. */
function nextHeading({ document: { lines, visible } }: Page, line: Line): number {
  const level = line.heading === 0 ? 6 : line.heading;
  const next = lines
    .slice(lastAtOrBefore(lines, line.start) + 1)
    .find(({ heading }) => heading > 0 && heading <= level);
  return next?.start ?? visible.length;
}

/** From a block's first words to the end of the element that they begin, or to the next heading. */
function ignoredSpans(page: Page, ignored: readonly string[]): Span[] {
  if (ignored.length === 0) return [];
  const { lines, visible } = page.document;
  return lines
    .filter((line) => ignored.includes(firstWords(visible, line)))
    .map((line) => {
      let root = line.element;
      while (root.parent !== null && root.parent.start >= line.start - 1 && root.parent.name !== 'body')
        root = root.parent;
      return { start: line.start, end: Math.max(root.end, line.heading > 0 ? nextHeading(page, line) : line.end) };
    });
}

const MAX_FIRST = 60;

/** The first words of a block, by which it is found again. */
export function firstWords(visible: string, { start, end }: Span): string {
  const [line = ''] = visible.slice(start, Math.min(end, start + MAX_FIRST)).split('\n', 1);
  return line.replace(/\s+/g, ' ').trim().toLowerCase();
}
