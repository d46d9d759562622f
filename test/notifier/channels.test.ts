/** What each channel is sent, with a vendor's words that try to break out of it. */
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { EvidenceId } from '../../data/record.ts';
import { CHATS, type Chat } from '../../data/watch/watchlist.ts';
import { type ChatMessage, chatMessage, chatPost } from '../../notifier/channels/chat.ts';
import { type Notice, noticeOf } from '../../notifier/channels/event.ts';
import { mailer } from '../../notifier/channels/mail.ts';
import { change } from '../builders.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { PROOF } from './installation.ts';

const HOSTILE =
  '@everyone <!channel> <https://evil.example|click> [click](https://evil.example) **$12**\r\nBcc: x@evil.example\u202e';

function notice(name: string, quote: string): Notice {
  const event = change({
    subject: 'pro',
    before: { name, amount: '10.00', currency: 'USD' },
    after: { name, amount: '12.00', currency: 'USD' },
    evidence: [PROOF.id],
  });
  const published = { nameOf: () => name, evidence: () => ({ evidence: { ...PROOF, quote } }) };
  return noticeOf({ ...event, seq: 7 }, published, 'https://assay.example');
}

const PLAIN = chatMessage('Our tools: price change', [notice('Acme', '$12 per user')]);
const ATTACK = chatMessage('Our tools: price change', [notice(HOSTILE, HOSTILE)]);
const bodyOf = (kind: Chat, message: ChatMessage) =>
  JSON.parse(chatPost(kind, 'https://chat.example/hook', message).body);

test('a message has the quote of the new price, not of the one before', () => {
  const [was, is] = ['ev_00000000000000000001', 'ev_00000000000000000002'].map((id) => EvidenceId.parse(id));
  const proofs = [was, is].flatMap((id) => (id === undefined ? [] : [{ ...PROOF, id }]));
  const published = {
    nameOf: () => 'Acme',
    evidence: (cited: string) =>
      proofs
        .map((proof) => ({ evidence: { ...proof, quote: proof.id === was ? '$10 per user' : '$12 per user' } }))
        .find(({ evidence: { id } }) => id === cited),
  };
  const event = change({ evidence: proofs.map(({ id }) => id) });
  const { shown } = chatMessage('', [noticeOf({ ...event, seq: 7 }, published, 'https://assay.example')]);
  expect(shown).toMatchObject([{ proof: { quote: '$12 per user', page: expect.stringMatching(/2$/) } }]);
});

/** All texts of a value under these keys. */
function textsIn(value: unknown, keys: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (keys.includes(key) ? [inner] : []) : textsIn(inner, keys),
  );
}

test.each(CHATS)('what %s is sent', async (kind) => {
  const file = join('../golden/notifier', `${kind}.json`);
  await expect(`${JSON.stringify(bodyOf(kind, PLAIN), undefined, 2)}\n`).toMatchFileSnapshot(file);
});

test('a vendor’s words are no markup for Slack', () => {
  // Only `text` at the top and elements of type mrkdwn know markup.
  const body = bodyOf('slack', ATTACK);
  expect(body.text).toBe('Our tools: price change');
  expect(JSON.stringify(body)).not.toContain('mrkdwn');
  expect(textsIn(body, ['url']).every((url) => url.startsWith('https://assay.example/'))).toBe(true);
});

test('nor for Discord', () => {
  const body = bodyOf('discord', ATTACK);
  expect(body.allowed_mentions).toEqual({ parse: [] });
  for (const text of textsIn(body.embeds, ['description', 'value'])) {
    const withoutOurs = text.replaceAll(/\[Evidence\]\(https:\/\/assay\.example\/[\w/]+\)/g, '');
    expect(withoutOurs.replaceAll(/\\[^\w\s]/g, '')).not.toMatch(/[[\]()<>*_~`|@:]/);
  }
});

test('ten long quotes fit what Discord takes in one message', () => {
  const many = Array.from({ length: 10 }, () => notice('*'.repeat(80), '*'.repeat(400)));
  const texts = textsIn(bodyOf('discord', chatMessage('Many', many)).embeds, ['title', 'description', 'name', 'value']);
  expect(texts).toHaveLength(40);
  expect(texts.join('').length).toBeLessThanOrEqual(6_000);
});

test('nor for Teams', () => {
  const body = bodyOf('teams', ATTACK);
  // A TextBlock knows Markdown; a TextRun does not.
  expect(JSON.stringify(body)).not.toContain('"TextBlock"');
  expect(textsIn(body, ['url']).every((url) => url.startsWith('https://assay.example/'))).toBe(true);
});

test('control and direction characters of a vendor are gone everywhere, and long lists are counted', () => {
  for (const kind of CHATS)
    expect(chatPost(kind, 'https://chat.example', ATTACK).body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\\r|\\u000/);
  const many = chatMessage(
    'Many',
    Array.from({ length: 25 }, () => notice('Acme', 'x')),
  );
  expect(many).toMatchObject({ shown: { length: 10 }, more: 15 });
});

test('mail arrives as plain text, with one subject and one recipient, whatever a vendor writes', async () => {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: await text(stream) });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEndOfFile(() => new Promise<void>((closed) => server.close(closed)));
  const { port } = server.server.address() as { port: number };
  const send = mailer({ url: `smtp://127.0.0.1:${port}`, from: 'Assay <assay@example.com>', timeoutMs: 5_000 });
  for (const message of [PLAIN, ATTACK])
    expect(await send({ id: '7.tools-1', to: ['ada@example.com'], message })).toEqual({ kind: 'delivered' });
  expect(mails.map(({ to }) => to)).toEqual([['ada@example.com'], ['ada@example.com']]);
  const [plain, attack] = mails.map(({ text }) => text);
  expect(plain).toMatch(/^Subject: Acme: price changed: Acme, \$12, was \$10 \(\+20 %\)\r$/m);
  expect(plain).toMatch(/^Message-ID: <7\.tools-1@example\.com>\r$/m);
  expect(plain?.replaceAll('=\r\n', '')).toContain('Evidence: https://assay.example/evidence/');
  const [head = ''] = (attack ?? '').split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^subject:/gim)).toHaveLength(1);
  expect(head).toMatch(/^content-type: text\/plain/im);
});

test('a mail server that is away is a failure with its reason', async () => {
  const send = mailer({ url: 'smtp://127.0.0.1:1', from: 'assay@example.com', timeoutMs: 1_000 });
  expect(await send({ id: '1.x', to: ['ada@example.com'], message: PLAIN })).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/ECONNREFUSED/),
  });
});
