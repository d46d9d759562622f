/** Sends what a subscription is due, by the channel that it names. */
import type { Subscription } from '../data/watch/watchlist.ts';
import { chatMessage, chatPost } from './channels/chat.ts';
import type { Notice } from './channels/event.ts';
import type { Mailer } from './channels/mail.ts';
import type { Poster, Sent } from './channels/post.ts';
import { webhookPost } from './channels/webhook.ts';

export interface Senders {
  post: Poster;
  /** Undefined where no mail server is configured. */
  mail: Mailer | undefined;
  clock: () => Date;
}

interface Message {
  /** The same at every attempt. */
  id: string;
  notices: readonly Notice[];
}

/** Resolves for all that an endpoint can cause. */
export async function send(
  { channel, watchlist }: Subscription,
  { id, notices }: Message,
  { post, mail, clock }: Senders,
): Promise<Sent> {
  if (channel.kind === 'webhook')
    return post(webhookPost(channel, { id, notices, isDigest: watchlist.digest !== 'instant', at: clock() }));
  const message = chatMessage(headingOf(watchlist, notices.length), notices);
  if (channel.kind !== 'mail') return post(chatPost(channel.kind, channel.url, message));
  if (mail === undefined) return { kind: 'failed', reason: 'No mail server is configured: set SMTP_URL and MAIL_FROM' };
  return mail({ id, to: channel.to, message });
}

function headingOf({ name, digest }: Subscription['watchlist'], count: number): string {
  const events = `${count} price ${count === 1 ? 'change' : 'changes'}`;
  return digest === 'instant' ? `${name}: price change` : `${name}: ${events}`;
}
