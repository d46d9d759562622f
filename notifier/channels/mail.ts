/** Mail, through the SMTP server that the operator names. */
import { createTransport } from 'nodemailer';
import type { ChatMessage } from './chat.ts';
import type { Sent } from './post.ts';

export interface MailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  from: string;
  timeoutMs: number;
}

export type Mailer = (mail: { id: string; to: readonly string[]; message: ChatMessage }) => Promise<Sent>;

/** Plain text: nothing in it can be markup. */
export function mailer({ url, from, timeoutMs }: MailSettings): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }, { from });
  const host = from.replace(/^.*@|>.*$/g, '');
  return async ({ id, to, message }) => {
    const subject = message.shown.length === 1 ? subjectOf(message) : message.heading;
    try {
      // The same at every attempt, so that a mailbox shows a repeated message once.
      await transport.sendMail({ messageId: `<${id}@${host}>`, to: [...to], subject, text: textOf(message) });
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message.slice(0, 200) : 'The mail failed' };
    }
  };
}

function subjectOf({ heading, shown: [first] }: ChatMessage): string {
  return first === undefined ? heading : `${first.title}: ${first.words}`.slice(0, 150);
}

function textOf({ heading, shown, more }: ChatMessage): string {
  const items = shown.map(({ title, url, words, proof }) => {
    const cited = proof ? [`  “${proof.quote}”`, `  Evidence: ${proof.page}`] : [];
    return [`${title}: ${words}`, ...cited, `  ${url}`].join('\n');
  });
  return `${[heading, ...items, ...(more === 0 ? [] : [`and ${more} more`])].join('\n\n')}\n`;
}
