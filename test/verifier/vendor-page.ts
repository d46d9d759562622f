/** A small vendor's page with the reading that an honest reader gives of it; tests forge it from here. */
import { readPage } from '../../crawler/read/read.ts';
import { defined } from '../../data/defined.ts';
import type { Observation } from '../../data/observation.ts';
import type { Evidence, PageReading, ReaderName, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { pageText } from '../../data/text/page-text.ts';
import { observation, sha256Of, type Visit } from '../builders.ts';

export interface Offered {
  name: string;
  /** "12", "1,250.50" as the page writes it; absent for a free or contact-us tier. */
  monthly?: string;
  /** Per month, billed annually. */
  annual?: string;
  claim?: 'free' | 'custom';
  features?: string[];
  /** Of its prices and claim, where another than the page's. */
  confidence?: number;
}

export interface OfferedModel {
  model: string;
  input: string;
  output: string;
}

export interface PageOptions {
  symbol?: string;
  currency?: string;
  /** How many readers find the same. */
  readers?: number;
  /** Changes the bytes and nothing that is stated. */
  salt?: string;
  models?: OfferedModel[];
  /** Of each fact; without it, the reading is one of a time before facts had any. */
  confidence?: number;
  /** Of what the reading says by stating no more. */
  negatives?: PageReading['negatives'];
}

export interface VendorPage {
  html: string;
  bytes: Buffer;
  words: PageWords;
  reading: PageReading;
  sha256: string;
}

const READERS: ReaderName[] = ['cards', 'table', 'json-ld', 'state'];

export function vendorPage(
  offered: Offered[],
  { symbol = '$', currency = 'USD', readers = 2, salt = '', models = [], confidence, negatives }: PageOptions = {},
): VendorPage {
  const quotesOf = (tier: Offered) =>
    (['monthly', 'annual'] as const).flatMap((billing) => {
      const written = tier[billing];
      if (written === undefined) return [];
      const billed = billing === 'annual' ? 'annually' : billing;
      return [{ billing, written, quote: `${symbol}${written} per month billed ${billed}, ${tier.name}` }];
    });
  const claimOf = ({ name, claim }: Offered) => `${claim === 'free' ? 'Free forever' : 'Contact sales'} ${name}`;
  const cards = offered.map((tier) =>
    [
      `<h3>${tier.name}</h3>`,
      ...quotesOf(tier).map(({ quote }) => `<p>${quote}</p>`),
      ...(tier.claim === undefined ? [] : [`<p>${claimOf(tier)}</p>`]),
      ...(tier.features ?? []).map((feature) => `<li>${feature}</li>`),
    ].join('\n'),
  );
  const rows = models.map(
    ({ model, input, output }) =>
      `<tr><td>${model}</td><td>${symbol}${input} in</td><td>${symbol}${output} out</td></tr>`,
  );
  const html = `<html><body><!-- ${salt} --><section>${cards.join('</section><section>')}</section><table>${rows.join('')}</table></body></html>`;
  const text = pageText(html, 'html');
  const tiersBy = (method: ReaderName) =>
    offered.map((tier): ReadTier => {
      const { name, claim, features = [] } = tier;
      const sure = defined({ confidence: tier.confidence ?? confidence });
      const prices = quotesOf(tier).map(({ billing, written, quote }): ReadPrice => {
        const evidence = find(text, quote, method);
        return { amount: plain(written), currency, billing, per: 'month', kind: 'list', ...sure, evidence };
      });
      const evidence = claim !== undefined && { evidence: find(text, claimOf(tier), method), ...sure };
      return { name, isFree: claim === 'free', isCustom: claim === 'custom', features, prices, ...evidence };
    });
  const ratesBy = (method: ReaderName) =>
    models.map(({ model, input, output }): ReadModel => {
      const row = text.indexOf(`${model}\t`);
      const evidence = {
        input: find(text, `${symbol}${input} in`, method, row),
        output: find(text, `${symbol}${output} out`, method, row),
      };
      const rates = { inputPerMTok: plain(input), outputPerMTok: plain(output) };
      return { model, currency, ...rates, ...defined({ confidence }), evidence };
    });
  const by = (reader: ReaderName) => ({ tiers: tiersBy(reader), models: ratesBy(reader) });
  return {
    html,
    words: { source: html, text },
    bytes: Buffer.from(html),
    sha256: sha256Of(html),
    reading: {
      verdict: 'pricing',
      reason: 'prices beside tier names',
      ...by('cards'),
      readings: READERS.slice(0, readers).map((reader) => ({ reader, ...by(reader), rejected: [] })),
      ...defined({ negatives }),
      readerVersion: 'test-1',
    },
  };
}

/** A page as our readers read it, with a model's answer if there is one. */
export function pageRead(html: string, model: Pick<Parameters<typeof readPage>[1], 'model'> = {}): VendorPage {
  return {
    html,
    words: { source: html, text: pageText(html, 'html') },
    bytes: Buffer.from(html),
    sha256: sha256Of(html),
    reading: readPage(html, { format: 'html', url: 'https://acme.example/pricing', ...model }),
  };
}

/** A free, a paid and a contact-us tier. */
export const THREE_TIERS: Offered[] = [
  { name: 'Hobby', claim: 'free' },
  { name: 'Team', monthly: '12', annual: '10' },
  { name: 'Scale', claim: 'custom' },
];

/** A free Hobby and a paid Team. */
export function teamPage(monthly: string, { annual, ...options }: PageOptions & { annual?: string } = {}): VendorPage {
  const team = { name: 'Team', monthly, ...(annual !== undefined && { annual }) };
  return vendorPage([{ name: 'Hobby', claim: 'free' }, team], options);
}

/** The visit that brought the page, read as given. */
export function visit(
  page: VendorPage,
  at: Visit,
  reading: PageReading = page.reading,
): Extract<Observation, { kind: 'page' }> {
  return observation(at, { page: { sha256: page.sha256, bytes: page.bytes.length }, reading });
}

function plain(written: string): string {
  const [whole = '0', decimals = ''] = written.replaceAll(',', '').split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

export function find(text: string, quote: string, method: ReaderName = 'cards', from = 0): Evidence {
  const textStart = text.indexOf(quote, from);
  if (textStart < 0) throw new Error(`Cannot find "${quote}" in the page of a test`);
  return { quote, scope: 'text', textStart, textEnd: textStart + quote.length, path: 'section > p', method };
}
