/** Tiers in tables: as columns, as rows, with the header in a table of its own, and without a `<table>` at all. */
import { escapeHtml } from '../html.ts';
import { cardGrid, hasListPricesOnly, htmlLayout, type Pen, priceCell } from '../layout.ts';

/** All features of all tiers, in order of first appearance. */
function featuresOf({ offer }: Pen): string[] {
  return [...new Set(offer.tiers.flatMap(({ features }) => features))];
}

const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;
const cell = (html: string) => `<td>${html}</td>`;
const head = (html: string) => `<th scope="col">${html}</th>`;

function featureRows(pen: Pen): string {
  return featuresOf(pen)
    .map((feature) =>
      row([
        `<th scope="row">${escapeHtml(feature)}</th>`,
        ...pen.offer.tiers.map(({ features }) => cell(features.includes(feature) ? '✓' : '–')),
      ]),
    )
    .join('\n');
}

function priceRow(pen: Pen): string {
  const { offer, wording } = pen;
  return row([
    `<th scope="row">${wording.labels.price}</th>`,
    ...offer.tiers.map((tier) => cell(`${priceCell(tier, wording)}${minimumOf(tier, pen)}`)),
  ]);
}

function minimumOf(tier: Pen['offer']['tiers'][number], { wording }: Pen): string {
  const minimum = wording.minimum(tier);
  return minimum === undefined ? '' : `<br><small>${minimum}</small>`;
}

export const planColumns = htmlLayout('plan-columns', (pen) => {
  const { offer } = pen;
  return `<table><thead>${row([head(''), ...offer.tiers.map(({ name }) => head(escapeHtml(name)))])}</thead>
<tbody>${priceRow(pen)}
${featureRows(pen)}</tbody></table>`;
});

export const planRows = htmlLayout('plan-rows', (pen) => {
  const { offer, wording } = pen;
  const { labels } = wording;
  const rows = offer.tiers.map((tier) =>
    row([
      `<th scope="row">${escapeHtml(tier.name)}</th>`,
      cell(`${priceCell(tier, wording)}${minimumOf(tier, pen)}`),
      cell(tier.features.map(escapeHtml).join(', ')),
    ]),
  );
  return `<table><thead>${row([labels.tier, labels.price, ''].map(head))}</thead><tbody>${rows.join('\n')}</tbody></table>`;
});

/** The first column says what the tiers have in common, the second names them. */
export const plansSecond = htmlLayout(
  'plans-second',
  (pen) => {
    const { offer, wording } = pen;
    const { labels } = wording;
    const rows = offer.tiers.map((tier) =>
      row([
        cell(escapeHtml(offer.product)),
        cell(escapeHtml(tier.name)),
        cell(`${priceCell(tier, wording)}${minimumOf(tier, pen)}`),
      ]),
    );
    return `<table><thead>${row(['', labels.tier, labels.price].map(head))}</thead><tbody>${rows.join('\n')}</tbody></table>`;
  },
  { suits: ({ tiers }) => tiers.length > 1 },
);

/** What a price is for stands once, at the head of its row; the cells hold bare amounts. */
export const termsInHeader = htmlLayout(
  'terms-in-header',
  (pen) => {
    const { offer, wording } = pen;
    const kinds = new Map(
      offer.tiers.flatMap(({ prices }) => prices.map((price) => [`${price.billing} ${price.per}`, price])),
    );
    const rows = [...kinds.values()].map(({ billing, per }, at) =>
      row([
        `<th scope="row">${escapeHtml(`${wording.labels.price} ${wording.terms({ billing, per })}`)}</th>`,
        ...offer.tiers.map((tier) => {
          const price = tier.prices.find((each) => each.billing === billing && each.per === per);
          if (price !== undefined) return cell(escapeHtml(wording.money(price.amount)));
          return cell(at === 0 ? priceCell(tier, wording) : '');
        }),
      ]),
    );
    const minimums = row([cell(''), ...offer.tiers.map((tier) => cell(wording.minimum(tier) ?? ''))]);
    return `<table><thead>${row([head(''), ...offer.tiers.map(({ name }) => head(escapeHtml(name)))])}</thead>
<tbody>${rows.join('\n')}
${offer.tiers.some(({ minimumUnits }) => minimumUnits !== undefined) ? minimums : ''}
${featureRows(pen)}</tbody></table>`;
  },
  { suits: hasListPricesOnly },
);

/** As sites with a sticky header build it: names in one table, everything else in the next. */
export const splitTable = htmlLayout('split-table', (pen) => {
  const { offer, sheet } = pen;
  return `<div class="${sheet.of('second')}"><table><tbody>${row([cell('&nbsp;'), ...offer.tiers.map(({ name }) => cell(`<strong>${escapeHtml(name)}</strong>`))])}</tbody></table></div>
<div><table><tbody>${priceRow(pen)}
${featureRows(pen)}</tbody></table></div>`;
});

/** A table by ARIA roles, on a grid of divs. */
export const ariaGrid = htmlLayout('aria-grid', (pen) => {
  const { offer, wording } = pen;
  const columns = `display:grid;grid-template-columns:repeat(${offer.tiers.length + 1},1fr);gap:12px;padding:10px 0`;
  const line = (first: string, cells: readonly string[]) =>
    `<div role="row" style="${columns}"><div role="rowheader">${first}</div>${cells.map((html) => `<div role="cell">${html}</div>`).join('')}</div>`;
  return `<div role="table">
<div role="row" style="${columns}"><div role="columnheader"></div>${offer.tiers.map(({ name }) => `<div role="columnheader"><b>${escapeHtml(name)}</b></div>`).join('')}</div>
${line(
  wording.labels.price,
  offer.tiers.map((tier) => `${priceCell(tier, wording)}${minimumOf(tier, pen)}`),
)}
${featuresOf(pen)
  .map((feature) =>
    line(
      escapeHtml(feature),
      offer.tiers.map(({ features }) => (features.includes(feature) ? 'Yes' : 'No')),
    ),
  )
  .join('\n')}</div>`;
});

/** Cards on top, and under them a comparison table that states every price a second time. */
export const cardsAndComparison = htmlLayout('cards-and-comparison', (pen) => {
  const { offer } = pen;
  return `${cardGrid(pen)}
<h2>Compare</h2>
<table><thead>${row([head(''), ...offer.tiers.map(({ name }) => head(escapeHtml(name)))])}</thead>
<tbody>${priceRow(pen)}
${featureRows(pen)}</tbody></table>`;
});
