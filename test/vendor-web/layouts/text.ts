/** Tiers without boxes: definition lists, paragraphs, and the Markdown that documentation sites serve as it is. */
import { escapeHtml } from '../html.ts';
import { htmlLayout, type Layout, priceCell, priceLine } from '../layout.ts';
import type { OfferTier } from '../offer.ts';
import type { Random } from '../random.ts';
import { type Wording, wordingOf } from '../wording.ts';

export const definitionList = htmlLayout('definition-list', ({ offer, wording }) => {
  const entries = offer.tiers.map((tier) => {
    const minimum = wording.minimum(tier);
    return `<dt><b>${escapeHtml(tier.name)}</b></dt>
<dd>${priceCell(tier, wording)}</dd>
${minimum === undefined ? '' : `<dd>${minimum}</dd>`}
<dd>${tier.features.map(escapeHtml).join('; ')}</dd>`;
  });
  return `<dl>${entries.join('\n')}</dl>`;
});

const SENTENCES: readonly ((name: string, price: string, minimum: string) => string)[] = [
  (name, price, minimum) => `The ${name} plan costs ${price}${minimum}.`,
  (name, price, minimum) => `With ${name} you pay ${price}${minimum}.`,
  (name, price, minimum) => `${name} is ${price}${minimum}.`,
];

/** Running text in English, so only offers in English. */
export const prose = htmlLayout(
  'prose',
  ({ offer, wording, random }) => {
    const say = random.pick(SENTENCES);
    const paragraphs = offer.tiers.map((tier) => {
      const name = `<strong>${escapeHtml(tier.name)}</strong>`;
      const minimum = tier.minimumUnits === undefined ? '' : `, with a ${wording.minimum(tier)?.toLowerCase()}`;
      const sentence =
        tier.kind === 'free'
          ? `The ${name} plan is free.`
          : tier.kind === 'custom'
            ? `For ${name}, contact us and we will quote a price for you.`
            : say(name, escapeHtml(priceLine(tier, wording)), minimum);
      return `<p>${sentence} ${escapeHtml(tier.tagline)} It includes ${tier.features.map(escapeHtml).join(', ')}.</p>`;
    });
    return paragraphs.join('\n');
  },
  { suits: ({ language, tiers }) => language === 'en' && tiers.every(isUnstruck) },
);

function isUnstruck({ prices }: OfferTier): boolean {
  return prices.every(({ kind }) => kind !== 'struck');
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, '\\$&');
}

function markdownPrice(tier: OfferTier, wording: Wording): string {
  const struck = tier.prices
    .filter(({ kind }) => kind === 'struck')
    .map((price) => `~~${escapeMarkdown(wording.line(price))}~~ `);
  return struck.join('') + escapeMarkdown(priceLine(tier, wording));
}

function markdownLayout(name: string, body: (tiers: readonly OfferTier[], wording: Wording) => string): Layout {
  return {
    name,
    of: 'tiers',
    format: 'markdown',
    render: 'http',
    page(offer, random: Random) {
      const wording = wordingOf(offer, random);
      const { title, lead } = wording.labels;
      return `---\ntitle: ${title}\n---\n\n# ${title}\n\n${lead}\n\n${body(offer.tiers, wording)}\n`;
    },
  };
}

export const markdownTable = markdownLayout('markdown-table', (tiers, wording) => {
  const { tier: tierLabel, price } = wording.labels;
  const rows = tiers.map((tier) => {
    const minimum = wording.minimum(tier);
    return `| **${escapeMarkdown(tier.name)}** | ${markdownPrice(tier, wording)}${minimum === undefined ? '' : ` (${minimum})`} | ${tier.features.map(escapeMarkdown).join(', ')} |`;
  });
  return `| ${tierLabel} | ${price} | |\n|---|---|---|\n${rows.join('\n')}`;
});

export const markdownSections = markdownLayout('markdown-sections', (tiers, wording) =>
  tiers
    .map((tier) => {
      const minimum = wording.minimum(tier);
      const bullets = [minimum, ...tier.features].filter((line) => line !== undefined);
      return `## ${escapeMarkdown(tier.name)}\n\n**${markdownPrice(tier, wording)}**\n\n${escapeMarkdown(tier.tagline)}\n\n${bullets.map((line) => `- ${escapeMarkdown(line)}`).join('\n')}`;
    })
    .join('\n\n'),
);

/** Without marks of headings: a name, a list of what it has, and the price below. */
export const markdownLists = markdownLayout('markdown-lists', (tiers, wording) =>
  tiers
    .map((tier) => {
      const bullets = [tier.tagline, wording.minimum(tier), ...tier.features].filter((line) => line !== undefined);
      const list = bullets.map((line) => `- ${escapeMarkdown(line)}`).join('\n');
      return `${escapeMarkdown(tier.name)}\n${list}\n\n${markdownPrice(tier, wording)}`;
    })
    .join('\n\n'),
);
