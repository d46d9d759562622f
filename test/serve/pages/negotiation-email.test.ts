import { describe, expect, it } from 'vitest';
import { customTier, evidence, price, tier, verification } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const PATH = '/tools/acme/negotiation-email';
const OWN = { yourName: 'Ann Ominous', company: 'Secret & Sons', renewalDate: '2027-03-01', targetPercent: '15' };

const market = await served(MARKET);

/** As a browser sends a form. */
async function typed(server: Served, fields: Record<string, string>, path = PATH): Promise<Response> {
  return server.get(path, { method: 'POST', body: new URLSearchParams(fields) });
}

async function draftOf(server: Served, fields: Record<string, string>): Promise<string> {
  const response = await typed(server, fields);
  const page = await response.text();
  expect(response.status, page).toBe(200);
  return textOf(/<pre class="cite letter-text"[\s\S]*?<\/pre>/.exec(page)?.[0] ?? '');
}

describe('the e-mail to a vendor', () => {
  it('states what their page showed, what that comes to, and what was asked for', async () => {
    const draft = await draftOf(market, { seats: '25', termYears: '2', tier: 'pro', rival: 'delta', ...OWN });
    expect(draft).toContain('I am writing for Secret & Sons. Our Acme subscription renews on 1 March 2027.');
    // 25 × 12 × 24 months, and 15 % less of it.
    expect(draft).toContain(
      'showed on 21 November 2026: Acme Pro, 25 × $12 per user/mo: $7,200 for 25 seats over 2 years',
    );
    expect(draft).toContain('at 15 % below your list price, which is $6,120');
    expect(draft).toContain('Your page lists this plan 16.7 % cheaper with annual billing');
    expect(draft).toContain('Delta; its published prices come to $12,000 for the same team and term');
    expect(draft).toContain('Kind regards Ann Ominous Secret & Sons');
  });

  it('says of each claim what it rests on', async () => {
    const page = await (await typed(market, { seats: '25', tier: 'pro' })).text();
    const basis = page.slice(page.indexOf('<h2>Sources</h2>'));
    const draft = textOf(/<pre class="cite letter-text"[\s\S]*?<\/pre>/.exec(page)?.[0] ?? '');
    const claims = [...basis.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, claim = '']) => claim);
    expect(claims.length).toBeGreaterThan(1);
    for (const claim of claims) {
      expect(claim).toMatch(/<small class="ground">[\s\S]*(?:evidence|dataset|by rule)/);
      expect(draft).toContain(textOf(claim.slice(0, claim.indexOf('<small'))).trim());
    }
    expect(draft.match(/ - /g)?.length).toBe(claims.length);
  });

  it('makes up no discount, and no price that was not read of their page lately', async () => {
    const draft = await draftOf(market, {});
    expect(draft).toContain('What price can you offer us for a term of one year?');
    expect(draft).not.toMatch(/below your list/);
    const beta = textOf(await pageAt(market, '/tools/beta/negotiation-email'));
    expect(beta).toContain('The draft states no price of Beta');
    expect(beta).not.toContain('$8');
    const proof = evidence();
    const tiers = [tier({ prices: [price({ evidence: proof.id })] }), customTier()];
    const page = await pageAt(
      await served({ products: [sold({ tiers, evidence: [proof], verification: verification({ disputed: true }) })] }),
      PATH,
    );
    expect(textOf(page)).toContain('The draft states no price of Acme');
  });

  it('works out no sum where seats do not tell what is paid', async () => {
    const proof = evidence();
    const tiers = [tier({ prices: [price({ unit: 'app creator', evidence: proof.id })] })];
    const server = await served({ products: [sold({ tiers, evidence: [proof] })] });
    const draft = await draftOf(server, { seats: '25', targetPercent: '15' });
    expect(draft).toContain('at 15 % below your list price.');
    expect(draft).not.toContain('for 25 seats over a year');
  });
});

describe('what a person types', () => {
  it('is in no log, no address and no cache', async () => {
    const server = await served(MARKET);
    const response = await typed(server, { seats: '25', ...OWN });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Secret &amp; Sons');
    // Not even of who puts it into an address all the same, nor of a mistake.
    const asked = await server.get(`${PATH}?seats=7&yourName=Ominous&company=Secret`);
    expect(await asked.text()).not.toMatch(/Ominous|Secret/);
    expect((await typed(server, { company: 'Secret', seats: 'many' })).status).toBe(400);
    expect((await server.get(`${PATH}?seats=many&company=Secret`)).status).toBe(400);
    const log = JSON.stringify(server.logged);
    expect(log).toContain(`"url":"${PATH}"`);
    expect(log).not.toMatch(/Ominous|Secret|Sons|2027/);
  });

  it('is escaped, bounded and of one line', async () => {
    const page = await (await typed(market, { yourName: '<img src=x>"', company: 'a'.repeat(120) })).text();
    expect(page).toContain('&lt;img src=x&gt;&quot;');
    for (const fields of [{ company: 'a'.repeat(121) }, { yourName: 'a\nBcc: b' }, { renewalDate: '2027-02-30' }])
      expect((await typed(market, fields)).status).toBe(400);
  });

  it('comes as a form, once, and short', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const send = (body: string, more: object = {}) =>
      market.get(PATH, { method: 'POST', headers: { ...headers, ...more }, body });
    await expectProblem(await send('{}', { 'Content-Type': 'application/json' }), 415, 'unsupported_media_type');
    await expectProblem(await send(`company=${'a'.repeat(20_000)}`), 413, 'payload_too_large');
    await expectProblem(await send('company=a&company=b'), 400, 'invalid_parameter');
    await expectProblem(await send('company=%ff'), 400, 'invalid_parameter');
    const put = await market.get(PATH, { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    await expectProblem(put, 405, 'method_not_allowed');
    expect((await market.get('/tools/acme-crm/negotiation-email')).status).toBe(308);
    expect((await typed(market, {}, '/tools/acme-crm/negotiation-email')).status).toBe(308);
  });
});
