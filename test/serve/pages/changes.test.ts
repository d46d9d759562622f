import { describe, expect, it } from 'vitest';
import type { Change } from '../../../data/change.ts';
import { change, daysAfterNoon, evidence } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const PROOF = evidence();
const after = { name: 'Pro', amount: '15.00', currency: 'USD', per: 'month', unit: 'user' };
const ANNOUNCED = { ...after, effectiveFrom: '2027-01-01' };
const DATASET = { dataset: 'example/rates:a.yml', license: 'MIT', asOf: '2027-01-01', asOfBasis: 'start_date' };
const ofDelta = (type: Change['type'], days: number, sides: Partial<Change>) =>
  change({ type, slug: 'delta', observedAt: daysAfterNoon(days), ...sides });
const LOG: Change[] = [
  ...Array.from({ length: 260 }, (_, index) => {
    const named = { ...after, name: `Tier ${index}.` };
    return change({ subject: `t${index}`, after: named, observedAt: daysAfterNoon(index - 300) });
  }),
  change({ slug: 'delta', observedAt: daysAfterNoon(-20), evidence: [PROOF.id] }),
  ofDelta('correction', -15, { after, reason: 'the design changed too' }),
  ofDelta('announced', -12, { after: ANNOUNCED, imported: DATASET }),
  ofDelta('announcement_retracted', -11, { after: ANNOUNCED }),
  ofDelta('tier_renamed', -10, { before: { name: '<b>Old</b>' }, after: { name: 'New' } }),
  change({ type: 'product_added', slug: 'gamma', after: { name: 'Gamma' }, observedAt: daysAfterNoon(-5) }),
];

const server = await served({ ...MARKET, changes: LOG.map((each, index) => ({ ...each, seq: index + 1 })) });

const at = (path: string) => pageAt(server, path);
const rowsOf = (page: string) => page.match(/<td class="when">/g)?.length ?? 0;

describe('the page of changes', () => {
  it('says what is asked in vain', async () => {
    await expectProblem(await server.get('/changes?slug=nobody'), 404, 'not_found');
    await expectProblem(await server.get('/changes?category=toys'), 400, 'invalid_parameter');
    await expectProblem(await server.get('/changes?type=cheaper'), 400, 'invalid_parameter');
    await expectProblem(await server.get('/changes?since=yesterday'), 400, 'invalid_parameter');
  });

  it('tells the vendor’s changes, our corrections and announcements apart, each with its proof or reason', async () => {
    const page = await at('/changes?slug=delta');
    expect(rowsOf(page)).toBe(5);
    expect(page).toContain('<span class="badge event-ours">Our correction</span>');
    expect(page).toContain('<span class="badge event-vendor">Price changed</span>');
    expect(page).toContain('<span class="badge event-announced">Announcement withdrawn</span>');
    expect(page).toContain('<del>$10</del> → <ins>$12</ins> <span class="badge">+20 %</span>');
    expect(textOf(page)).toMatch(/from 1 Jan 2027 on \S+rates \(MIT\) /);
    expect(page).toContain('the design changed too');
    expect(page).toContain(`"/evidence/${PROOF.id}"`);
    expect(page).toContain('&lt;b&gt;Old&lt;/b&gt; → New');
  });

  it('has the newest first, a hundred at a time, each once, and leaves additions to who asks for them', async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let path: string | undefined = '/changes?slug=acme&since='; path !== undefined; pages += 1) {
      const page = await at(path);
      seen.push(...[...page.matchAll(/Tier (\d+)\./g)].map(([, number = '']) => number));
      path = /href="([^"]*)">Older</.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([pages, seen]).toEqual([3, Array.from({ length: 260 }, (_, index) => String(259 - index))]);
    expect(textOf(await at('/changes'))).not.toContain('Added to the catalogue Gamma');
    expect(rowsOf(await at('/changes?type=product_added'))).toBe(1);
  });

  it('finds by kind, category, product and day, and keeps what was asked in the form and the links', async () => {
    expect(rowsOf(await at('/changes?type=correction&category=crm'))).toBe(1);
    expect(rowsOf(await at('/changes?type=correction&category=llm'))).toBe(0);
    const page = await at(`/changes?type=&category=crm&slug=old-acme&since=${daysAfterNoon(-45).slice(0, 10)}`);
    expect(rowsOf(page)).toBe(5);
    expect(page).toContain('<option value="crm" selected>');
    expect(page).toContain('href="/api/v2/changes?slug=old-acme&amp;category=crm"');
  });

  it('takes a product by its name, and offers similar names', async () => {
    const page = await at('/changes?type=&category=&product=Delta&since=');
    expect(rowsOf(page)).toBe(5);
    expect(page).toContain('name="product" value="Delta"');
    expect(page).toContain('href="/feed.xml?slug=delta"');
    const none = await at('/changes?product=Delto');
    expect(rowsOf(none)).toBe(0);
    expect(none).toContain('href="/changes?slug=delta"');
  });

  it('is small, and says that nothing was recorded', async () => {
    const packed = await server.get('/changes', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(50_000);
    expect(await at('/changes?slug=zeta')).toContain('No changes match.');
  });
});
