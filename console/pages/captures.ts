/** Archived pages with their prices marked: one by itself, or two captures of a source side by side. */
import { highlight } from '../../crawler/read/explain/highlight.ts';
import { marksOf } from '../../crawler/read/explain/marks.ts';
import type { Page } from '../../data/page.ts';
import type { PageReading } from '../../data/reading.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { type Capture, captureAt, captureBefore } from '../../data/store/ledger-queries/captures.ts';
import { decodePage, pageText } from '../../data/text/page-text.ts';
import { type DiffRow, type MarkedText, type Piece, textDiff } from '../../data/text/text-diff.ts';
import { type Html, html } from '../../web/html.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { readingView } from '../view/reading-view.ts';
import { ago, badge, counted, day, exact, number, sourceLink, teachLink, vendorText } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

const MOST_ROWS = 1_500;

/** @throws {ConsoleProblem} the ledger has no such page */
export function captureOf(installation: Installation, id: string): Capture {
  const found = installation.ledger((ledger) => captureAt(ledger, id));
  if (found === undefined) throw new ConsoleProblem(404, `No page "${vendorText(id, 240)}" in the ledger`);
  return found;
}

/** @throws {ConsoleProblem} the archive does not have it any more */
export async function sourceOf(archive: Archive, { sha256, charset }: Page): Promise<string> {
  const bytes = await archive.get(sha256);
  if (bytes === undefined) throw new ConsoleProblem(404, `No page ${sha256} in the archive`);
  return decodePage(bytes, charset);
}

/** A document that loads and runs nothing (crawler/read/explain/highlight.ts). */
export function frameOf(source: string, reading: PageReading, page: Pick<Page, 'format' | 'finalUrl'>): string {
  return highlight(source, reading, { format: page.format, url: page.finalUrl });
}

export const capture: ConsolePage = {
  path: '/captures/:id',
  show(installation, { path: { id = '' }, now }) {
    const found = captureOf(installation, id);
    const { slug, source, page, reading, observedAt, verdict } = found;
    const before = installation.ledger((ledger) => captureBefore(ledger, found));
    return {
      title: `${slug}, ${observedAt.slice(0, 10)}`,
      place: '/products',
      main: html`<p class="crumbs">${sourceLink({ slug, source })}</p>
<h1>Page of ${day(observedAt)}</h1>
<p>${badge(verdict.outcome)} ${ago(observedAt, now)}, ${exact(observedAt)}, by ${page.via}, status ${page.status}, ${number(page.bytes)} bytes, reader version ${reading.readerVersion}</p>
<p class="url"><a href="${page.finalUrl}" rel="noreferrer">${vendorText(page.finalUrl, 300)}</a> <span class="quiet">SHA-256 ${page.sha256}</span></p>
<p class="actions">${before !== undefined && html`<a class="button" href="/compare?before=${before.id}&after=${found.id}">Compare with ${before.observedAt.slice(0, 10)}</a> `}<a class="button" href="/captures/${found.id}/source">Page source</a>${reading.api === undefined && html` ${teachLink(found, found.id)}`}</p>
<h2>What was read</h2>
${readingView(reading)}
${frame(found)}`,
    };
  },
};

/** Its own document, in a frame that may do nothing. */
export function frame({ id, slug, observedAt }: Capture): Html {
  return html`<h2>The page with its prices marked</h2>
<p class="quiet">Text-only copy: scripts, images, forms and links are removed, and it loads nothing. <a href="/captures/${id}/frame">Open alone</a></p>
<iframe class="page" sandbox src="/captures/${id}/frame" title="Page of ${slug} of ${observedAt.slice(0, 10)}, with its prices marked" loading="lazy"></iframe>`;
}

export const compare: ConsolePage = {
  path: '/compare',
  async show(installation, { query }) {
    const before = captureOf(installation, query.get('before') ?? '');
    const after = captureOf(installation, query.get('after') ?? '');
    return {
      title: `${after.slug}: page comparison`,
      place: '/products',
      main: html`<p class="crumbs">${sourceLink(after)}</p>
<h1>Page comparison</h1>
${await sideBySide(installation, before, after)}`,
    };
  },
};

/** What differs between two captures, the words of prices marked on both sides. */
export async function sideBySide(installation: Installation, before: Capture, after: Capture): Promise<Html> {
  if (before.page.sha256 === after.page.sha256)
    return html`<p>The pages are identical, byte for byte. Reader versions: ${before.reading.readerVersion} and ${after.reading.readerVersion}.</p>`;
  const [left, right] = [await markedTextOf(installation, before), await markedTextOf(installation, after)];
  const rows = textDiff(left, right);
  if (rows === undefined)
    return html`<p>The pages differ too much to compare. Open <a href="/captures/${before.id}">the page of ${day(before.observedAt)}</a> or <a href="/captures/${after.id}">the page of ${day(after.observedAt)}</a>.</p>`;
  const changed = rows.filter(({ kind }) => kind === 'changed').length;
  if (changed === 0) return html`<p>The text is identical; only the markup differs.</p>`;
  return html`<p class="quiet">${counted(changed, 'changed line')}. <mark>Marked</mark>: prices were read from it. <ins>Green</ins>: added. <del>Red</del>: removed.</p>
<div class="diff" role="table" aria-label="Text of both pages">
<div class="row head" role="row"><div role="columnheader"><a href="/captures/${before.id}">${day(before.observedAt)}</a></div><div role="columnheader"><a href="/captures/${after.id}">${day(after.observedAt)}</a></div></div>
${rows.slice(0, MOST_ROWS).map(diffRow)}
</div>${rows.length > MOST_ROWS && html`<p class="quiet">${rows.length - MOST_ROWS} more lines</p>`}`;
}

async function markedTextOf({ archive }: Installation, { page, reading }: Capture): Promise<MarkedText> {
  const marks = marksOf(reading)
    .flatMap((each) => each.marks)
    .filter(({ evidence }) => evidence.scope === 'text')
    .map(({ evidence: { textStart, textEnd } }) => ({ start: textStart, end: textEnd }));
  return { text: pageText(await sourceOf(archive, page), page.format), marks };
}

function diffRow(row: DiffRow): Html {
  if (row.kind === 'skipped')
    return html`<div class="row skipped" role="row"><div role="cell">${counted(row.lines, 'line')} unchanged</div></div>`;
  const { kind, before, after } = row;
  return html`<div class="row ${kind}" role="row"><div role="cell">${before?.map((piece) => pieceOf(piece, 'del'))}</div><div role="cell">${after?.map((piece) => pieceOf(piece, 'ins'))}</div></div>`;
}

function pieceOf({ text, isChanged, isPrice }: Piece, as: 'ins' | 'del'): Html {
  const words = vendorText(text, 2_000);
  const spaced = html`${/^\s/.test(text) && ' '}${words}${/\S\s+$/.test(text) && ' '}`;
  const marked = isPrice ? html`<mark>${spaced}</mark>` : spaced;
  if (!isChanged) return marked;
  return as === 'ins' ? html`<ins>${marked}</ins>` : html`<del>${marked}</del>`;
}
