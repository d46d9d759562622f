/** What the data team does in the console, in a real Chromium before the real processes. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { type LoopbackServer, serve } from '../../crawler/loopback-server.ts';
import { eventually } from '../../eventually.ts';
import { IS_LONG } from '../../long.ts';
import { type Pipeline, startPipeline } from '../../pipeline/pipeline.ts';
import {
  axeFindings,
  chromiumPath,
  focusBehind,
  narrowed,
  overflow,
  type Tab,
  tabsOf,
  type View,
} from '../../serve/browser/tabs.ts';
import { free, offer, paid } from '../../vendor-web/offers.ts';
import { offerVendor } from '../../vendor-web/page-vendor.ts';
import { SITES } from '../../vendor-web/vendors/sites.ts';
import { type ConsoleProcess, consoleOf, lastDone } from '../console-process.ts';

const START = new Date('2026-10-01T12:00:00Z');
const LEAP = new Date('2026-10-08T12:00:00Z');
const MOVED = new Date('2026-10-15T12:00:00Z');

const nameOf = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1);

/** From 12 to 1,200 within a week: nothing that is published without a person. */
function leaping(slug: string, edit?: (body: string) => string) {
  return offerVendor({
    slug,
    name: nameOf(slug),
    offer: (at) =>
      offer(slug, { tiers: [free('Hobby'), paid('Team', { monthly: at < LEAP ? '12' : at < MOVED ? '1200' : '13' })] }),
    ...(edit !== undefined && { edit }),
  });
}

/** From 12 to 14: plausible, and published at once. */
const mistaken = offerVendor({
  slug: 'mistaken',
  name: 'Mistaken',
  offer: (at) => offer('mistaken', { tiers: [free('Hobby'), paid('Team', { monthly: at < LEAP ? '12' : '14' })] }),
});

describe.skipIf(chromiumPath === undefined)('the console in Chromium', () => {
  let trap: LoopbackServer;
  let pipeline: Pipeline;
  let installation: ConsoleProcess;

  beforeAll(async () => {
    trap = await serve((_, response) => response.end('caught'));
    const elsewhere = `http://127.0.0.1:${trap.port}`;
    const hostile = (body: string) =>
      body.replace(
        '</body>',
        `<script>top.document.title = 'taken'; fetch('${elsewhere}/script')</script>
<meta http-equiv="refresh" content="0;url=${elsewhere}/refresh"><img src="${elsewhere}/image" onerror="fetch('${elsewhere}/handler')">
<link rel="stylesheet" href="${elsewhere}/style"><iframe src="${elsewhere}/frame"></iframe>
<form action="${elsewhere}/form"><button autofocus>Buy</button></form><a href="${elsewhere}/link" target="_top">More</a></body>`,
      );
    const vendors = [
      leaping('accepted'),
      leaping('rejected'),
      leaping('corrected'),
      leaping('hostile', hostile),
      leaping('newcomer'),
      mistaken,
      ...SITES,
    ];
    const catalogued = ['accepted', 'rejected', 'corrected', 'hostile', 'mistaken'];
    pipeline = await startPipeline({ vendors, catalogued, clock: START });
    await pipeline.visit(START, ['accepted', 'rejected', 'corrected', 'hostile', 'mistaken']);
    await pipeline.look(LEAP, ['accepted', 'rejected', 'corrected', 'hostile', 'mistaken']);
    const catalogueDir = join(pipeline.dataDir, 'catalogue');
    // As long as the longest of ours: no form may grow with it.
    const longNamed = '- { id: long-named, name: "Monitoring, logging, errors, incident & LLM observability" }\n';
    appendFileSync(join(catalogueDir, 'categories.yaml'), longNamed);
    installation = await consoleOf(pipeline);
  }, 240_000);
  afterAll(() => pipeline?.stop());
  const tab = tabsOf(() => installation);

  /** Of the tier, as consumers get it. */
  async function teamPrice(slug: string): Promise<unknown> {
    const { body } = await pipeline.get(`/api/v2/pricing/${slug}`);
    return (body as { tiers: { name: string; price: number }[] }).tiers.find(({ name }) => name === 'Team')?.price;
  }
  const done = () => lastDone(pipeline.dataDir);

  async function openCase(view: 'wide' | 'narrow-dark' | 'no-script', slug: string) {
    const { page, open, complaints } = await tab(view);
    await open('/review');
    await page.getByRole('link', { name: nameOf(slug), exact: true }).click();
    await page.getByRole('heading', { name: 'Decide' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${nameOf(slug)} pricing`);
    const decide = async (why: string) => {
      await page.getByLabel('Reason').fill(why);
      await page.getByRole('button', { name: 'Decide' }).click();
      await page.getByRole('status').first().waitFor();
    };
    return { page, complaints, decide };
  }

  test('every place is legible, wide, narrow and dark', async () => {
    const [waits] = await waitingOf('accepted');
    const fixed =
      '/ /checks /failures /readers /review /products /products/new /products/accepted /products/accepted/sources/pricing /budget /calibration /watchlists /activity';
    const places = [...fixed.split(' '), `/review/${waits}`, `/captures/${waits}`];
    const shown = await tab('wide');
    for (const path of places) {
      const isFit = async (view: View) => {
        await shown.screenshot(`console${path.replaceAll(/\W+/g, '-')}`, view);
        expect(await overflow(shown), path).toEqual([]);
        expect(await strayBoxes(shown), path).toEqual([]);
      };
      await shown.open(path);
      await isFit('wide');
      expect(await axeFindings(shown), path).toEqual([]);
      await narrowed(shown, async (view) => {
        await isFit(view);
        if (IS_LONG) expect(await axeFindings(shown), path).toEqual([]);
      });
      expect(shown.complaints(), path).toEqual([]);
    }
  }, 240_000);

  /** Boxes and buttons to choose by whose words begin below them. */
  const strayBoxes = ({ page }: Tab) =>
    page.locator('label > :is([type=checkbox], [type=radio])').evaluateAll((boxes) =>
      boxes.flatMap((box) => {
        const words = document.createRange();
        words.setStartAfter(box);
        words.setEndAfter(box.parentElement?.lastChild ?? box);
        const top = words.getClientRects()[0]?.top ?? 0;
        return top < box.getBoundingClientRect().bottom ? [] : [words.toString()];
      }),
    );

  async function waitingOf(slug: string): Promise<string[]> {
    const text = await (await fetch(`${installation.url}/review`)).text();
    return [...text.matchAll(/\/review\/([^"]+)/g)].flatMap(([, on = '']) => (on.startsWith(`${slug}.`) ? [on] : []));
  }

  test('the bar of decisions covers nothing that has the focus', async () => {
    const narrow = await tab('narrow-dark');
    await narrow.open('/review');
    expect(await focusBehind(narrow, '.bar')).toEqual([]);
  });

  test('an accepted reading is published, with who and why', async () => {
    const { page, complaints, decide } = await openCase('wide', 'accepted');
    expect(await page.locator('.diff ins').first().textContent()).toContain('1,200');
    await page.getByLabel('Accept').check();
    await decide('the vendor announced it');
    await eventually('it is published', async () => (await teamPrice('accepted')) === 1200);
    const reason = 'the vendor announced it';
    expect(done()[0]).toMatchObject({ slug: 'accepted', action: 'accept', by: 'ada', reason });
    expect(complaints()).toEqual([]);
  }, 90_000);

  test('a rejected one lets the record stand, without script too', async () => {
    const { page, decide } = await openCase('no-script', 'rejected');
    await page.getByLabel('Reject').check();
    await decide('a slip of the vendor’s');
    expect(await waitingOf('rejected')).toEqual([]);
    expect(done()[0]).toMatchObject({ slug: 'rejected', action: 'reject' });
    expect(await teamPrice('rejected')).toBe(12);
  }, 90_000);

  test('a corrected one is published as a person stated it', async () => {
    const { page, decide } = await openCase('narrow-dark', 'corrected');
    await page.getByLabel('Correct').check();
    const team = page.getByRole('group', { name: 'Team', exact: true });
    await team.getByRole('combobox').first().selectOption('has these prices');
    const price = team.getByRole('group', { name: 'Price 1' });
    await price.getByLabel('Amount').fill('12,50');
    await page.getByLabel('Reason').fill('the page has a dot too few');
    await page.keyboard.press('Enter');
    await page.getByText('To change what you entered, go back in the browser.').waitFor();
    await page.goBack();
    expect(await page.getByLabel('Reason').inputValue()).toBe('the page has a dot too few');
    await price.getByLabel('Amount').fill('12.50');
    await decide('the page has a dot too few');
    await pipeline.publish();
    expect(await teamPrice('corrected')).toBe(12.5);
    expect(done()[0]).toMatchObject({ slug: 'corrected', action: 'correct', by: 'ada' });
  }, 90_000);

  describe('a published price', () => {
    const why = 'the page shows it in a picture';

    async function openRecord(view: 'wide' | 'narrow-dark' | 'no-script') {
      const { page, open, complaints } = await tab(view);
      await open('/products/mistaken');
      await page.getByRole('link', { name: 'Correct or withdraw' }).click();
      await page.getByRole('heading', { name: 'Change published prices' }).waitFor();
      const publish = async () => {
        await page.getByLabel('Reason').fill(why);
        await page.getByRole('button', { name: 'Publish the decision' }).click();
        await page.getByRole('status').first().waitFor();
        await pipeline.publish();
      };
      return { page, complaints, publish };
    }

    async function corrections(): Promise<unknown[]> {
      const { body } = await pipeline.get('/api/v2/changes?slug=mistaken');
      const { changes } = body as { changes: { type: string; reason?: string }[] };
      return changes.flatMap(({ type, reason }) => (type === 'correction' ? [reason] : []));
    }

    test('is withdrawn: nothing is stated, and consumers see why', async () => {
      expect(await teamPrice('mistaken')).toBe(14);
      const { page, complaints, publish } = await openRecord('wide');
      expect(await page.locator('table').first().textContent()).toContain('14.00 USD');
      await page.getByLabel('Withdraw').check();
      await publish();
      expect(await teamPrice('mistaken')).toBeUndefined();
      expect(await corrections()).toContain(`withdrawn by ada: ${why}`);
      expect(done()[0]).toMatchObject({ slug: 'mistaken', action: 'withdraw', by: 'ada', reason: why });
      expect(complaints()).toEqual([]);
    }, 90_000);

    test('is reverted to an earlier one', async () => {
      const { page, publish } = await openRecord('narrow-dark');
      await page.getByLabel('Revert').check();
      const earlier = page.getByRole('combobox', { name: 'Restore' });
      expect(await earlier.locator('option').count()).toBe(2);
      await earlier.selectOption({ index: 1 });
      await publish();
      expect(await teamPrice('mistaken')).toBe(12);
      expect(done()[0]).toMatchObject({ slug: 'mistaken', action: 'revert', by: 'ada' });
    }, 90_000);

    test('is corrected by hand, without script too', async () => {
      const { page, publish } = await openRecord('no-script');
      await page.getByLabel('Correct').check();
      const team = page.getByRole('group', { name: 'Team', exact: true });
      await team.getByRole('combobox').first().selectOption('has these prices');
      await team.getByRole('group', { name: 'Price 1' }).getByLabel('Amount').fill('13.50');
      await page.getByLabel('Source URL').fill('https://mistaken.vendor.test/help');
      await page.getByLabel('Effective').selectOption('from now on');
      await publish();
      expect(await teamPrice('mistaken')).toBe(13.5);
      expect(done()[0]).toMatchObject({ slug: 'mistaken', action: 'correct', by: 'ada' });
      const { body } = await pipeline.get('/api/v2/history/mistaken');
      const { snapshots } = body as { snapshots: { tiers: { name: string; price: number }[] }[] };
      const said = snapshots.map(({ tiers }) => tiers.find(({ name }) => name === 'Team')?.price);
      expect(said).toEqual([12, 12, 13.5]);
    }, 90_000);
  });

  /** Sends the form that a path shows with other values, there or elsewhere, and gives the status. */
  async function formAt(path: string, fields: Record<string, string>) {
    const address = installation.url + path;
    const shown = await (await fetch(address)).text();
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(shown)?.[1] ?? '';
    return async (changed: Record<string, string>, { Origin = installation.url, to = address } = {}) => {
      const body = new URLSearchParams({ on: hidden('on'), key: hidden('key'), ...fields, ...changed });
      return (await fetch(to, { method: 'POST', body, headers: { Origin } })).status;
    };
  }

  test('a decision that is incomplete, outdated, of another site or on what waits no more changes nothing', async () => {
    const [before, [on]] = [done(), await waitingOf('hostile')];
    const reason = 'so it is';
    const onRecord = await formAt('/products/mistaken/sources/pricing', { action: 'withdraw', from: 'now', reason });
    expect(await onRecord({ reason: ' ' })).toBe(422);
    expect(await onRecord({ action: 'publish' })).toBe(422);
    expect(await onRecord({ action: 'revert', to: '' })).toBe(422);
    expect(await onRecord({ on: 'mistaken.pricing.never' })).toBe(409);
    expect(await onRecord({}, { Origin: 'https://elsewhere.example' })).toBe(403);
    expect(await onRecord({}, { to: `${installation.url}/products/mistaken/sources/docs` })).toBe(404);
    const onCase = await formAt(`/review/${on}`, { action: 'accept', reason });
    expect(await onCase({ reason: ' ' })).toBe(422);
    expect(await onCase({ key: 'f'.repeat(64) })).toBe(409);
    expect(await onCase({ action: 'publish' })).toBe(422);
    expect(await onCase({}, { to: `${installation.url}/review/hostile.pricing.never` })).toBe(404);
    expect(done()).toEqual(before);
  });

  test('a hostile page does nothing in its frame, nor by itself', async () => {
    const [on = ''] = await waitingOf('hostile');
    const { page, open, complaints } = await tab('wide');
    await open(`/review/${on}`);
    const frame = page.frameLocator('iframe.page');
    await page.locator('iframe.page').scrollIntoViewIfNeeded();
    await frame.getByText('1,200').first().waitFor();
    expect(await frame.locator('script, img, form, a[href^="http"], link, iframe').count()).toBe(0);
    expect(await frame.locator('mark').count()).toBeGreaterThan(0);
    await open(`/captures/${on}/frame`);
    await page.getByText('1,200').first().waitFor();
    expect(await page.title()).toContain('What was read');
    expect(complaints()).toEqual([]);
    const source = await fetch(`${installation.url}/captures/${on}/source`);
    expect(source.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await source.text()).toContain('<script>');
    expect(trap.requests).toEqual([]);
  });

  test('a check that is asked for is followed to its end, and shows the quotes', async () => {
    pipeline.web.setClock(MOVED);
    const { page, open } = await tab('wide');
    await open('/products/rejected');
    await page.getByLabel('Reason').fill('to see whether it was a slip');
    await page.getByRole('button', { name: 'Check now' }).click();
    const asked = page.locator('#asked');
    // Without a reload: the page follows what happens.
    await asked.locator('a').first().waitFor({ timeout: 60_000 });
    await asked.locator('a').first().click();
    await page.getByRole('heading', { name: 'Results by reader' }).waitFor();
    expect(await page.locator('table').first().textContent()).toContain('13.00 USD');
    expect(done()[0]).toMatchObject({
      slug: 'rejected',
      action: 'check_requested',
      reason: 'to see whether it was a slip',
    });
  }, 120_000);

  test('a product is added by its homepage: its prices are found, confirmed, saved and checked at once', async () => {
    const wide = await tab('wide');
    const { page, open, complaints, screenshot } = wide;
    await open('/products/new');
    await screenshot('console-add');
    await page.getByLabel('Homepage or pricing page').fill('larkspur.test');
    await page.getByRole('button', { name: 'Find prices' }).click();
    // The page follows the search without a reload.
    await page.getByRole('heading', { name: 'Confirm' }).waitFor({ timeout: 30_000 });
    expect(await page.locator('table').first().textContent()).toContain('39.00 USD');
    expect(await page.getByLabel('Vendor').inputValue()).toBe('Larkspur Labs GmbH');
    expect(await page.getByLabel('Pricing page').inputValue()).toBe('https://larkspur.test/product/pricing');
    await page.getByText('The page with its prices marked').click();
    await page.frameLocator('iframe.page').getByText('Forest').first().waitFor();
    expect(await axeFindings(wide)).toEqual([]);
    await screenshot('console-found');
    await page.getByLabel('Category').selectOption({ index: 1 });
    await page.getByLabel('Reason').fill('three customers asked for it');
    await page.getByRole('button', { name: 'Save and start checks' }).click();
    await page.getByText('Saved as').waitFor();
    await eventually('it is visited', () => pipeline.facts().has('larkspur.pricing'));
    await page.locator('#pages a').first().waitFor();
    expect(done()[0]).toMatchObject({ slug: 'larkspur', action: 'product_added' });

    await open('/products/new');
    await page.getByLabel('Homepage or pricing page').fill('https://larkspur.test/about');
    await page.getByRole('button', { name: 'Find prices' }).click();
    await page.getByRole('heading', { name: 'Already in the catalogue' }).waitFor();
    expect(await page.getByRole('link', { name: 'Larkspur' }).getAttribute('href')).toBe('/products/larkspur');
    await page.getByRole('button', { name: 'Add another product' }).click();
    await page.getByRole('heading', { name: 'Confirm' }).waitFor({ timeout: 30_000 });
    expect(await page.getByRole('alert').first().textContent()).toContain('Possible duplicates');

    const [added] = done();
    await open(`/activity/undo?id=${encodeURIComponent(added?.id ?? '')}`);
    await page.getByLabel('Reason').fill('they meant another one');
    await page.getByRole('button', { name: 'Remove products/larkspur.yaml' }).click();
    await page.getByText('they meant another one').waitFor();
    expect(existsSync(join(pipeline.dataDir, 'catalogue/products/larkspur.yaml'))).toBe(false);
    expect(complaints()).toEqual([]);
  }, 120_000);

  test('a site without prices says what was tried', async () => {
    const { page, open } = await tab('narrow-dark');
    await open('/products/new');
    await page.getByLabel('Homepage or pricing page').fill('no address');
    await page.getByRole('button', { name: 'Find prices' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('not a page URL');
    await page.getByLabel('Homepage or pricing page').fill('https://labyrinth.test');
    await page.getByRole('button', { name: 'Find prices' }).click();
    await page.getByText('No page with prices found').waitFor({ timeout: 30_000 });
    expect(await page.getByRole('table').textContent()).toContain('https://labyrinth.test/');
    expect(await page.getByLabel('Name').inputValue()).toBe('Labyrinth');
  }, 60_000);

  test('a product is added by hand: its page is read, its file looked over and saved, once', async () => {
    const { page, open, complaints, screenshot } = await tab('wide');
    await open('/products/new');
    const describeIt = async (name: string) => {
      await page.getByText('Enter the details by hand').click();
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Category').selectOption({ index: 1 });
      await page.getByLabel('Homepage', { exact: true }).fill('https://newcomer.vendor.test');
      await page.getByLabel('Pricing page', { exact: true }).fill('https://newcomer.vendor.test/pricing');
      await page.getByRole('button', { name: 'Read the page' }).click();
      await page.getByRole('heading', { name: 'Product file' }).waitFor({ timeout: 30_000 });
    };
    await describeIt('Newcomer');
    expect(await page.locator('table').first().textContent()).toContain('Team');
    await page.getByText('The page with its prices marked').click();
    await page.frameLocator('iframe.page').getByText('Team').first().waitFor();
    await screenshot('console-added');
    const file = join(pipeline.dataDir, 'catalogue/products/newcomer.yaml');
    expect(existsSync(file)).toBe(false);
    await page.getByLabel('Reason').fill('three customers asked for it');
    await page.getByRole('button', { name: 'Save and start checks' }).click();
    await page.getByText('Saved as').waitFor();
    expect(readFileSync(file, 'utf8')).toContain('https://newcomer.vendor.test/pricing');
    expect(done()[0]).toMatchObject({
      slug: 'newcomer',
      action: 'product_added',
      reason: 'three customers asked for it',
    });
    await open('/products/new');
    await describeIt('Newcomer');
    expect(await page.getByRole('alert').first().textContent()).toContain('product "newcomer" already exists');
    expect(complaints()).toEqual([]);

    // A file that the catalogue refuses is not written over either, and the form keeps what was typed.
    const broken = join(pipeline.dataDir, 'catalogue/products/taken.yaml');
    writeFileSync(broken, 'name: [\n');
    const typed = `${readFileSync(file, 'utf8')}`.replace('/pricing', '/plans').replace('Newcomer', 'Taken');
    await page.getByLabel('Slug', { exact: true }).fill('taken');
    await page.getByLabel('products/<slug>.yaml').fill(typed);
    await page.getByLabel('Reason').fill('tried twice');
    await page.getByRole('button', { name: 'Save and start checks' }).click();
    await page.getByText('products/taken.yaml exists').waitFor();
    expect(await page.getByLabel('products/<slug>.yaml').inputValue()).toBe(typed);
    expect(readFileSync(broken, 'utf8')).toBe('name: [\n');
    rmSync(broken);
  }, 120_000);

  test('bull-board shows the queues, from its own package alone, and changes nothing', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/queues/');
    await page.getByRole('link', { name: 'verify' }).first().waitFor();
    expect(complaints()).toEqual([]);
    for (const [method, path] of [
      ['PUT', '/queues/api/queues/verify/pause'],
      ['POST', '/queues/api/queues/verify/add'],
    ] as const) {
      const response = await fetch(installation.url + path, { method, headers: { Origin: installation.url } });
      expect(response.status).toBe(405);
    }
  });

  test('all that was done is under the chain', async () => {
    await pipeline.end('verifier', 'SIGTERM');
    const ledger = openLedger(join(pipeline.dataDir, 'ledger.db'));
    expect(ledger.verifyChain()).toEqual({ ok: true });
    ledger.close();
    expect(
      done()
        .map(({ action }) => action)
        .sort(),
    ).toEqual([
      ...['accept', 'check_requested', 'correct', 'correct', 'edit_undone', 'product_added', 'product_added'],
      ...['reject', 'revert', 'withdraw'],
    ]);
    const { page, open } = await tab('wide');
    await open('/activity');
    expect(await page.locator('tbody tr').count()).toBe(10);
    await open('/');
    await page.locator('[data-alarm="no_worker"]').waitFor();
  }, 60_000);
});
