/** Messages for Slack, Discord and Teams. A vendor's words are plain text there: no markup, mention or link of theirs. */
import { signedPercent } from '../../data/watch/percent.ts';
import type { Chat } from '../../data/watch/watchlist.ts';
import type { Notice } from './event.ts';
import type { Post } from './post.ts';

/** Slack allows 50 blocks, Discord 10 embeds: more events are counted and linked. */
const MOST_SHOWN = 10;
const MOST_WORDS = 300;
/** Of all quotes, and of all words: escaped and with their titles they fit the 6,000 characters that Discord allows. */
const MOST_IN_DISCORD = 1_000;

interface Shown {
  title: string;
  /** Our own address. */
  url: string;
  words: string;
  proof: { quote: string; page: string } | undefined;
}

export interface ChatMessage {
  heading: string;
  shown: readonly Shown[];
  more: number;
}

export function chatMessage(heading: string, notices: readonly Notice[]): ChatMessage {
  return { heading, shown: notices.slice(0, MOST_SHOWN).map(shownOf), more: Math.max(0, notices.length - MOST_SHOWN) };
}

function shownOf({ product, change, words, percent, evidence, links }: Notice): Shown {
  // Quotes of what was before come first. Of a model's several rates they do not tell which each is of.
  const proof = change.after?.rate !== undefined && evidence.length > 2 ? undefined : evidence.at(-1);
  const moved = percent === undefined ? '' : ` (${signedPercent(percent)})`;
  return {
    title: plain(product.name),
    url: links.page,
    words: plain(`${words}${moved}`),
    proof: proof && { quote: plain(proof.quote), page: proof.page },
  };
}

/** One line, without control and direction characters. */
function plain(words: string): string {
  return words
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS);
}

const BODIES: Readonly<Record<Chat, (message: ChatMessage) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
};

export function chatPost(kind: Chat, url: string, message: ChatMessage): Post {
  return { url, body: JSON.stringify(BODIES[kind](message)), headers: { 'content-type': 'application/json' } };
}

/** Blocks with `rich_text`, whose text elements have no markup. */
function slackBody({ heading, shown, more }: ChatMessage) {
  const line = (...elements: object[]) => ({ type: 'rich_text_section', elements });
  const text = (words: string, style?: object) => ({ type: 'text', text: words, ...(style && { style }) });
  const blocks = shown.map(({ title, url, words, proof }) => ({
    type: 'rich_text',
    elements: [
      line({ type: 'link', url, text: title, style: { bold: true } }, text(`: ${words}`)),
      ...(proof
        ? [line(text(`“${proof.quote}” `, { italic: true }), { type: 'link', url: proof.page, text: 'evidence' })]
        : []),
    ],
  }));
  const rest = more === 0 ? [] : [{ type: 'rich_text', elements: [line(text(`and ${more} more`))] }];
  // The fallback of notifications knows markup, so it has no words of vendors.
  return { text: heading, blocks: [...blocks, ...rest] };
}

function discordBody({ heading, shown, more }: ChatMessage) {
  const fitted = (words: string) => escaped(words.slice(0, MOST_IN_DISCORD / shown.length));
  return {
    content: more === 0 ? heading : `${heading}, and ${more} more`,
    allowed_mentions: { parse: [] },
    embeds: shown.map(({ title, url, words, proof }) => ({
      title,
      url,
      description: fitted(words),
      ...(proof && { fields: [{ name: 'Quote', value: `“${fitted(proof.quote)}”\n[Evidence](${proof.page})` }] }),
    })),
  };
}

/** Markdown of Discord: every character that means something there. */
function escaped(words: string): string {
  return words.replaceAll(/[\\*_~`|>#\-[\](){}<:@!&.+]/g, '\\$&');
}

/** An Adaptive Card whose `RichTextBlock` has no markup. */
function teamsBody({ heading, shown, more }: ChatMessage) {
  const run = (text: string, rest: object = {}) => ({ type: 'TextRun', text, ...rest });
  const open = (url: string) => ({ selectAction: { type: 'Action.OpenUrl', url } });
  const block = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines });
  const body = [
    block(run(heading, { weight: 'bolder' })),
    ...shown.flatMap(({ title, url, words, proof }) => [
      block(run(title, { weight: 'bolder', ...open(url) }), run(`: ${words}`)),
      ...(proof ? [block(run(`“${proof.quote}” `, { italic: true }), run('evidence', open(proof.page)))] : []),
    ]),
    ...(more === 0 ? [] : [block(run(`and ${more} more`))]),
  ];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}
