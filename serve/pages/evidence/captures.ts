/** The captures of a source that the product’s facts cite, and the differences between two of them. */
import type { RecordEvidence } from '../../../data/record.ts';
import type { EvidenceContext } from '../../../data/store/generation/content.ts';
import { counted } from '../../../data/text/figures.ts';
import { inOrder } from '../../../data/text/order.ts';
import type { PageCopy } from '../../../data/text/page-copy.ts';
import { type DiffLimits, type DiffRow, type Piece, textDiff } from '../../../data/text/text-diff.ts';
import { type Html, html } from '../../../web/html.ts';
import { quoted } from '../../record/vendor-text.ts';
import { day } from '../parts/wording.ts';

export interface Capture {
  sha256: string;
  capturedAt: string;
  /** Quotes of it that are cited. */
  evidence: readonly RecordEvidence[];
}

/** No time limit: the same captures have the same differences. */
const LIMITS: DiffLimits = { changedLines: 400, characters: 240 };
const MOST_ROWS = 300;
const LONGEST_LINE = 600;

/** Of one URL, oldest first. */
export function capturesOf(cited: readonly EvidenceContext[], url: string): Capture[] {
  const ofUrl = cited.map(({ evidence }) => evidence).filter((each) => each.url === url);
  return [...Map.groupBy(ofUrl, ({ pageSha256 }) => pageSha256)]
    .map(([sha256, evidence]) => {
      const [capturedAt = ''] = evidence.map((each) => each.capturedAt).sort();
      return { sha256, capturedAt, evidence };
    })
    .sort((a, b) => inOrder(a.capturedAt, b.capturedAt) || inOrder(a.sha256, b.sha256));
}

/** The quote of a capture that stands nearest to the place of another, the same words first. */
export function counterpart({ evidence }: Capture, { quote, textStart }: RecordEvidence): RecordEvidence | undefined {
  const distance = (each: RecordEvidence) => Math.abs(each.textStart - textStart);
  const same = evidence.filter((each) => each.quote === quote);
  return [...(same.length > 0 ? same : evidence)].sort((a, b) => distance(a) - distance(b))[0];
}

/** Undefined where a copy is missing. */
export function differences(
  before: Capture,
  after: Capture,
  copyOf: (sha256: string) => PageCopy | undefined,
): Html | undefined {
  const [left, right] = [before, after].map(({ sha256, evidence }) => {
    const copy = copyOf(sha256);
    const marks = evidence.filter(({ scope }) => scope === 'text');
    return copy && { text: copy.text, marks: marks.map(({ textStart: start, textEnd: end }) => ({ start, end })) };
  });
  if (left === undefined || right === undefined) return undefined;
  const rows = textDiff(left, right, LIMITS);
  if (rows === undefined) return html`<p>The two captures differ too much to compare.</p>`;
  const changed = rows.filter(({ kind }) => kind === 'changed').length;
  if (changed === 0) return html`<p>The text of both captures is the same; only the markup differs.</p>`;
  return html`<p class="quiet">${counted(changed, 'line')} differ between ${day(before.capturedAt)} (−) and ${day(after.capturedAt)} (+). Marked words are quotes that prices were read from.</p>
<ol class="page-copy diff">${rows.slice(0, MOST_ROWS).map(rowView)}</ol>
${rows.length > MOST_ROWS && html`<p class="quiet">${counted(rows.length - MOST_ROWS, 'more line')} not shown</p>`}`;
}

function rowView(row: DiffRow): Html {
  if (row.kind === 'skipped') return html`<li class="skipped">${counted(row.lines, 'equal line')}</li>`;
  const { kind, before, after } = row;
  if (kind === 'same') return html`<li>${before?.map((piece) => pieceView(piece))}</li>`;
  return html`${before && html`<li class="gone">${before.map((piece) => pieceView(piece, 'del'))}</li>`}${after && html`<li class="come">${after.map((piece) => pieceView(piece, 'ins'))}</li>`}`;
}

function pieceView({ text, isChanged, isPrice }: Piece, as?: 'del' | 'ins'): Html {
  const words = quoted(text, LONGEST_LINE);
  const marked = isPrice ? html`<mark>${words}</mark>` : html`${words}`;
  if (!isChanged || as === undefined) return marked;
  return as === 'ins' ? html`<ins>${marked}</ins>` : html`<del>${marked}</del>`;
}
