/**
 * Token rates: tables per million and per thousand tokens, models as rows or as columns, the unit in the header or in
 * every cell, and the same as cards and as Markdown.
 */
import { overAmount } from '../../../data/money.ts';
import { escapeHtml } from '../html.ts';
import { htmlLayout, type Layout, type Pen } from '../layout.ts';
import type { Offer, OfferModel } from '../offer.ts';
import { wordingOf } from '../wording.ts';

interface Column {
  title: string;
  rate(model: OfferModel): string | undefined;
}

const TITLES = {
  en: { input: 'Input', cached: 'Cached input', output: 'Output', million: 'per 1M tokens', thousand: 'per 1K tokens' },
  zh: { input: '输入', cached: '输入（缓存命中）', output: '输出', million: '百万 tokens', thousand: '千 tokens' },
};

function titlesOf({ language }: Offer) {
  return language === 'zh' ? TITLES.zh : TITLES.en;
}

/** Some vendors put the cached rate first, and it is the cheapest of the three: order proves nothing. */
function columnsOf({ offer, random }: Pick<Pen, 'offer' | 'random'>): Column[] {
  const titles = titlesOf(offer);
  const input: Column = { title: titles.input, rate: (model) => model.input };
  const cached: Column = { title: titles.cached, rate: (model) => model.cachedInput };
  const output: Column = { title: titles.output, rate: (model) => model.output };
  if (!offer.models.some(({ cachedInput }) => cachedInput !== undefined)) return [input, output];
  return random.pick([
    [input, cached, output],
    [cached, input, output],
    [input, output, cached],
  ]);
}

function rateLayout(name: string, main: (pen: Pen) => string): Layout {
  return htmlLayout(name, main, { of: 'rates' });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows.map((texts) => `<tr>${cells('td', texts)}</tr>`).join('\n')}</tbody></table>`;
}

function moneyOr(pen: Pen, amount: string | undefined, suffix = ''): string {
  return amount === undefined ? '-' : `${pen.wording.money(amount)}${suffix}`;
}

export const ratesPerMillion = rateLayout('rates-per-million', (pen) => {
  const columns = columnsOf(pen);
  const suffix = pen.random.pick([' / 1M tokens', ' / MTok', '']);
  const intro = suffix === '' ? `<p>${pen.offer.currency}, ${titlesOf(pen.offer).million}</p>` : '';
  return (
    intro +
    table(
      ['Model', ...columns.map(({ title }) => title)],
      pen.offer.models.map((model) => [model.model, ...columns.map(({ rate }) => moneyOr(pen, rate(model), suffix))]),
    )
  );
});

export const ratesPerThousand = rateLayout('rates-per-thousand', (pen) => {
  const columns = columnsOf(pen);
  const perThousand = (amount: string | undefined) => (amount === undefined ? undefined : overAmount(amount, 1000));
  return table(
    ['Model', ...columns.map(({ title }) => `${title} (${titlesOf(pen.offer).thousand})`)],
    pen.offer.models.map((model) => [
      model.model,
      ...columns.map(({ rate }) => moneyOr(pen, perThousand(rate(model)))),
    ]),
  );
});

/** Bare numbers; currency and unit stand in the header alone. */
export const ratesUnitInHeader = rateLayout('rates-unit-in-header', (pen) => {
  const columns = columnsOf(pen);
  return table(
    ['Model', ...columns.map(({ title }) => `${title} (${pen.offer.currency}, ${titlesOf(pen.offer).million})`)],
    pen.offer.models.map((model) => [model.model, ...columns.map(({ rate }) => rate(model) ?? '-')]),
  );
});

export const ratesTransposed = rateLayout('rates-transposed', (pen) =>
  table(
    [titlesOf(pen.offer).million, ...pen.offer.models.map(({ model }) => model)],
    columnsOf(pen).map(({ title, rate }) => [title, ...pen.offer.models.map((model) => moneyOr(pen, rate(model)))]),
  ),
);

export const ratesCards = rateLayout('rates-cards', (pen) => {
  const { sheet } = pen;
  const columns = columnsOf(pen);
  const cards = pen.offer.models.map((model) => {
    const lines = columns.map(({ title, rate }) =>
      rate(model) === undefined
        ? ''
        : `<li><span>${title}</span> <b>${escapeHtml(moneyOr(pen, rate(model)))}</b> <span class="${sheet.of('terms')}">/ 1M tokens</span></li>`,
    );
    return `<div class="${sheet.of('card')}"><h3 class="${sheet.of('name')}">${escapeHtml(model.model)}</h3><ul>${lines.join('')}</ul></div>`;
  });
  return `<div class="${sheet.of('grid')}">${cards.join('\n')}</div>`;
});

export const ratesMarkdown: Layout = {
  name: 'rates-markdown',
  of: 'rates',
  format: 'markdown',
  render: 'http',
  page(offer: Offer, random) {
    const wording = wordingOf(offer, random);
    const columns = columnsOf({ offer, random });
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const say = (amount: string | undefined) => (amount === undefined ? 'n/a' : `${wording.money(amount)} / MTok`);
    return `# Model pricing

MTok = one million tokens.

${line(['Model', ...columns.map(({ title }) => title)])}
${line(['---', ...columns.map(() => '---:')])}
${offer.models.map((model) => line([model.model, ...columns.map(({ rate }) => say(rate(model)))])).join('\n')}
`;
  },
};
