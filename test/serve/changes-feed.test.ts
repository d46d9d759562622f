import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { ChangeType } from '../../data/change.ts';
import { change, NOON, product, record } from '../builders.ts';
import { MARKET } from './market-of-crm.ts';
import { type Served, SITE, served } from './served.ts';

interface Entry {
  id: string;
  title: string;
}

/** Elements of the document, as a strict XML parser sees them. */
function elementsIn(xml: string, name: string): { text: string; attribs: Record<string, string> }[] {
  const found: { text: string; attribs: Record<string, string> }[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>['children']): string =>
    nodes
      .map((node) => {
        if (node.type === 'text') return node.data;
        if (!('children' in node)) return '';
        const text = walk(node.children);
        if ('name' in node && node.name === name) found.push({ text, attribs: node.attribs });
        return text;
      })
      .join('');
  walk(parseDocument(xml, { xmlMode: true }).children);
  return found;
}

async function feedAt(server: Served, path = '/feed.xml'): Promise<{ xml: string; entries: Entry[]; next?: string }> {
  const response = await server.get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const xml = await response.text();
  const ids = elementsIn(xml, 'id').slice(1);
  const titles = elementsIn(xml, 'title').slice(1);
  const next = elementsIn(xml, 'link').find(({ attribs }) => attribs.rel === 'next')?.attribs.href;
  return {
    xml,
    entries: ids.map(({ text }, index) => ({ id: text, title: titles[index]?.text ?? '' })),
    ...(next !== undefined && { next: next.replace(SITE.baseUrl, '') }),
  };
}

const logOf = (count: number) => Array.from({ length: count }, (_, n) => ({ ...change({ slug: 'acme' }), seq: n + 1 }));
const acme = { product: product(), record: record(), snapshots: [] };

describe('the feed', () => {
  it('is the log of the changes, the newest first, each under an address that answers with it alone [D3.changes.feed]', async () => {
    const server = await served(MARKET);
    const { entries } = await feedAt(server);
    expect(entries).toHaveLength(6);
    const answered = await Promise.all(
      entries.map(async ({ id }) => {
        const { changes } = await server.json(id.replace(SITE.baseUrl, ''));
        return (changes as { seq: number }[]).map(({ seq }) => seq);
      }),
    );
    expect(answered).toEqual([[6], [5], [4], [3], [2], [1]]);
  });

  it('says of a correction what is not known, as the log does', async () => {
    const reason = 'whether the vendor moved, or we had misread it, is not known';
    const server = await served({
      products: [acme],
      changes: [{ ...change({ slug: 'acme', type: 'correction', reason }), seq: 1 }],
    });
    expect((await feedAt(server)).xml).toContain(`; ${reason}.</summary>`);
    expect(await server.json('/api/v2/changes')).toMatchObject({ changes: [{ type: 'correction', reason }] });
  });

  it('walked through its next pages holds every event once', async () => {
    const server = await served({ products: [acme], changes: logOf(230) });
    const seen: string[] = [];
    for (let path: string | undefined = '/feed.xml'; path !== undefined; ) {
      const { entries, next }: Awaited<ReturnType<typeof feedAt>> = await feedAt(server, path);
      seen.push(...entries.map(({ id }) => /cursor=(\d+)/.exec(id)?.[1] ?? ''));
      path = next;
    }
    expect(seen).toEqual(Array.from({ length: 230 }, (_, n) => String(229 - n)));
  });

  it.each<[ChangeType, object, string]>([
    ['price_changed', {}, 'Acme: price changed: pro, $12, was $10'],
    ['correction', {}, 'Acme: our correction of pro: $12, was $10'],
    [
      'announced',
      {
        after: {
          name: 'Pro',
          amount: '30.00',
          currency: 'USD',
          per: 'month',
          unit: 'user',
          effectiveFrom: '2027-03-01',
        },
      },
      'Acme: announced: Pro, $30 per user/month from 2027-03-01 on',
    ],
    [
      'announcement_retracted',
      { after: { name: 'Pro', amount: '30.00', currency: 'USD', effectiveFrom: '2027-03-01' } },
      'Acme: no longer announced: Pro, $30 from 2027-03-01 on',
    ],
    ['tier_renamed', { before: { name: 'Pro' }, after: { name: 'Team' } }, 'Acme: Pro is now called Team'],
    ['tier_added', { before: undefined, after: { name: 'Max', isCustom: true } }, 'Acme: tier added: Max, on request'],
    [
      'rate_changed',
      { subject: 'large-1', after: { rate: 'inputPerMTok', amount: '0.075', currency: 'USD' }, before: undefined },
      'Acme: rate changed: large-1, input, $0.075 per million tokens',
    ],
  ])('says of %s what happened', async (type, sides, title) => {
    const server = await served({ products: [acme], changes: [{ ...change({ type, ...sides }), seq: 1 }] });
    expect((await feedAt(server)).entries.map((entry) => entry.title)).toEqual([title]);
  });

  it('of no events is dated by its generation, is open to all, and can be asked for again', async () => {
    const server = await served({ products: [acme] });
    const response = await server.get('/feed.xml');
    expect(elementsIn(await response.text(), 'updated').map(({ text }) => text)).toEqual([NOON]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const again = await server.get('/feed.xml', { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await server.get('/feed.xml?before=0')).status).toBe(400);
  });
});
