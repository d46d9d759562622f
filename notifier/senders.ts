/** The ways out, by the settings of the installation. */
import type { Environment } from '../config/env.ts';
import { mailer } from './channels/mail.ts';
import { poster } from './channels/post.ts';
import type { Senders } from './send.ts';

const TIMEOUT_MS = 15_000;

type Settings = Pick<Environment, 'brand' | 'baseUrl' | 'notifyPrivateHosts' | 'smtpUrl' | 'mailFrom'>;

export function sendersOf(
  { brand, baseUrl, notifyPrivateHosts, smtpUrl, mailFrom }: Settings,
  clock: () => Date,
): Senders {
  const userAgent = `${brand}-notifier (+${baseUrl})`;
  return {
    clock,
    post: poster({ privateHosts: notifyPrivateHosts, timeoutMs: TIMEOUT_MS, userAgent }),
    mail: smtpUrl === undefined ? undefined : mailer({ url: smtpUrl, from: mailFrom, timeoutMs: TIMEOUT_MS }),
  };
}
