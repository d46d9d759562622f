/** A reading for a person at a terminal: the verdict, the tiers with their quotes, who found what, what was not taken. */
import type { PageReading, ReadPrice, ReadTier } from '../../data/reading.ts';

export function explain(reading: PageReading, url: string): string {
  const lines = [`${url}`, `${reading.verdict}: ${reading.reason}`, ''];
  for (const tier of reading.tiers) lines.push(...tierLines(tier));
  for (const { model, currency, band, ...rates } of reading.models) {
    const parts = (
      ['inputPerMTok', 'outputPerMTok', 'cachedInputPerMTok', 'batchInputPerMTok', 'batchOutputPerMTok'] as const
    ).flatMap((field) => (rates[field] === undefined ? [] : [`${field.replace('PerMTok', '')} ${rates[field]}`]));
    lines.push(`${model}${band === undefined ? '' : ` (${band})`}: ${parts.join(', ')} ${currency} per 1M tokens`);
    lines.push(`    "${oneLine((rates.evidence.input ?? rates.evidence.output)?.quote ?? '')}"`);
  }
  lines.push('', 'Readers:');
  for (const { reader, tiers, models, rejected } of reading.readings) {
    lines.push(
      `  ${reader.padEnd(9)} ${tiers.length} tiers, ${models.length} models${tiers.length > 0 ? `: ${tiers.map(({ name }) => name).join(', ')}` : ''}`,
    );
    for (const { quote, reason } of rejected.slice(0, 20))
      lines.push(`            not taken, ${reason}: "${oneLine(quote)}"`);
  }
  return `${lines.join('\n')}\n`;
}

function tierLines(tier: ReadTier): string[] {
  const state = [
    ...(tier.isFree ? ['free'] : []),
    ...(tier.isCustom ? ['contact us'] : []),
    ...(tier.prices.length === 0 && !tier.isFree && !tier.isCustom ? ['no price'] : []),
  ];
  const lines = [`${tier.name}${state.length > 0 ? `: ${state.join(', ')}` : ''}`];
  for (const price of tier.prices) {
    lines.push(
      `  ${priceWords(price).padEnd(44)} "${oneLine(price.evidence.quote)}"  [${price.evidence.textStart}-${price.evidence.textEnd}, ${price.evidence.method}]`,
    );
  }
  if (tier.evidence !== undefined)
    lines.push(
      `  ${''.padEnd(44)} "${oneLine(tier.evidence.quote)}"  [${tier.evidence.textStart}-${tier.evidence.textEnd}, ${tier.evidence.method}]`,
    );
  return lines;
}

function priceWords({ amount, currency, per, billing, unit, kind, isFloor, assumed }: ReadPrice): string {
  const parts = [
    isFloor === true ? 'from' : '',
    amount,
    currency,
    `per ${per}`,
    unit === undefined ? '' : `per ${unit}`,
    billing === undefined ? '' : `billed ${billing}`,
    kind === 'list' ? '' : kind,
    assumed === undefined ? '' : `(assumed ${assumed.join(', ')})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
