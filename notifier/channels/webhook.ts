/** A webhook by the Standard Webhooks specification 1.0 (standardwebhooks.com). */
import { createHmac } from 'node:crypto';
import type { Notice } from './event.ts';
import type { Post } from './post.ts';

interface Message {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  id: string;
  notices: readonly Notice[];
  isDigest: boolean;
  at: Date;
}

export function webhookPost(
  { url, secrets }: { url: string; secrets: readonly string[] },
  { id, notices, isDigest, at }: Message,
): Post {
  const [first] = notices;
  const event = isDigest
    ? { type: 'price.digest', timestamp: at.toISOString(), data: { events: notices } }
    : { type: 'price.changed', timestamp: first?.change.recordedAt, data: first };
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
    },
  };
}

/** "v1," and the base64 of HMAC-SHA256 under the secret's bytes. */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
