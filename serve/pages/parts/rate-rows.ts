/** Token rates of several products as a table. */
import { datasetName } from '../../../data/record.ts';
import { number } from '../../../data/text/figures.ts';
import { moneyText, roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { RateView } from '../../record/shape.ts';
import {
  costOf,
  isAmount,
  type RateKey,
  type RateRow,
  type RateSearch,
  type Tokens,
  valuesOf,
} from '../../search/rates.ts';
import { wideTable } from './markup.ts';
import { evidencePath, rateEvidence } from './proof.ts';
import { type Column, sortHeading, sortValue } from './sort-heading.ts';
import { day, dayText } from './wording.ts';

const COLUMNS: readonly Column<RateKey>[] = [
  { key: 'model', text: 'Model' },
  { key: 'provider', text: 'Provider' },
  { key: 'context', text: 'Context', title: 'Tokens of a prompt and its answer together' },
  { key: 'input', text: 'Input' },
  { key: 'cached', text: 'Cached input' },
  { key: 'output', text: 'Output' },
  { key: 'cost', text: 'Your cost', title: 'For your tokens' },
  { key: 'date', text: 'As of', title: 'Date of our last confirmation or of the dataset' },
];

interface Shown {
  sort: RateSearch['sort'];
  /** Omits the cost where there are none. */
  tokens: Tokens;
  path(sort: string): string;
  /** All rows are shown, so a script may sort them in the page. */
  isWhole: boolean;
}

export function rateRows(rows: readonly RateRow[], { sort, tokens, path, isWhole }: Shown): Html {
  const columns = COLUMNS.filter(({ key }) => key !== 'cost' || tokens.input + tokens.output > 0);
  const sorting = { sort: sort === 'popular' ? undefined : sort, path };
  const headings = columns.map((column) =>
    sortHeading({ ...column, isNumber: isAmount(column.key) || column.key === 'context' }, sorting),
  );
  const cells = cellsOf(tokens);
  const body = rows.map(
    (row) => html`<tr>${columns.map((column) => cells(row, column))}
<td class="source">${sourceOf(row)}</td>
<td class="links">${linksOf(row)}</td></tr>
`,
  );
  return wideTable(
    'Token rates',
    html`<table class="rate-list market"${isWhole && html` data-sort`}><thead><tr>${headings}<th scope="col">Source</th><th scope="col">More</th></tr></thead><tbody>
${body}</tbody></table>`,
  );
}

function cellsOf(tokens: Tokens) {
  const values = valuesOf(tokens);
  return (row: RateRow, { key, text }: (typeof COLUMNS)[number]): Html => {
    const { rate, slug, provider, dated } = row;
    const value = values[key](row);
    const sorts = sortValue(value);
    switch (key) {
      case 'model':
        return html`<th scope="row"${sorts}>${rate.model}${rate.band !== undefined && html` <span class="quiet">${rate.band}</span>`}</th>`;
      case 'provider':
        return html`<td class="provider"${sorts}><a href="/tools/${slug}/pricing">${provider}</a></td>`;
      case 'context':
        return html`<td class="number" data-of="${text}"${sorts}>${contextText(rate)}</td>`;
      case 'date':
        return html`<td class="dated"${sorts}>${dated === undefined ? '–' : day(dated)}</td>`;
      default:
        return value === undefined
          ? html`<td class="number quiet" data-of="${text}">–</td>`
          : html`<td class="number" data-of="${text}"${sortValue(value, rate.currency)}>${key === 'cost' ? costText(rate, tokens) : proven(moneyText(value, rate.currency), rateEvidence(rate, FIELDS[key]))}</td>`;
    }
  };
}

export function contextText({ contextWindow }: RateView): Html {
  if (contextWindow === undefined) return html`<span class="quiet">–</span>`;
  const { tokens, statements = [] } = contextWindow;
  const stated = statements.map(
    (each) => `${number(each.tokens)} by ${datasetName(each.imported.dataset)}, ${dayText(each.imported.asOf)}`,
  );
  return tokens === undefined
    ? html`<span class="quiet" title="${stated.join('; ')}">differs</span>`
    : html`<span title="${stated.join('; ')}">${number(tokens)}</span>`;
}

const FIELDS = { input: 'inputPerMTok', cached: 'cachedInputPerMTok', output: 'outputPerMTok' } as const;

function proven(text: string, quote: string | undefined): Html | string {
  return quote === undefined ? text : html`<a class="proven" href="${evidencePath(quote)}">${text}</a>`;
}

function costText(rate: RateView, tokens: Tokens): string | undefined {
  const cost = costOf(rate, tokens);
  return cost && roundedText(cost, rate.currency);
}

function sourceOf({ rate }: RateRow): Html | string {
  const { evidence, imported, research } = rate;
  if (imported !== undefined) {
    const name = datasetName(imported.dataset);
    return html`<span title="Dataset ${name} (${imported.license})">${name.split('/').at(-1)}</span>`;
  }
  if (research !== undefined) return `entered by ${research.by}`;
  const [first, ...others] = evidence;
  if (first === undefined) return 'vendor’s page';
  // Where the amounts do not lead to their quotes, all quotes are here.
  const unplaced = others.length > 0 && rateEvidence(rate, 'inputPerMTok') === undefined ? others : [];
  return html`<a href="${evidencePath(first)}">quote</a>${unplaced.map((id, index) => html`, <a href="${evidencePath(id)}">${index + 2}</a>`)}`;
}

function linksOf({ slug, provider, rate: { model } }: RateRow): Html {
  const query = String(new URLSearchParams({ products: slug, models: model }));
  return html`<a href="/tools/${slug}/history" aria-label="History of ${provider}">History</a> <a href="/calculators/llm?${query}" rel="nofollow" aria-label="Cost of ${model} by ${provider}">Cost</a>`;
}
