/** Review at speed: many cases decided by keys and clicks, which are counted. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitingReadings } from '../../../data/store/ledger/review.ts';
import { besideWriter } from '../../../data/store/ledger-queries/source-facts.ts';
import { eventually } from '../../eventually.ts';
import { ownRedis, type RedisServer } from '../../redis-server.ts';
import { chromiumPath, isLegible, tabsOf } from '../../serve/browser/tabs.ts';
import { type Installation, placesOf, startVerifier } from '../../verifier/verifier-process.ts';
import { type ConsoleProcess, lastDone, startConsole } from '../console-process.ts';
import { ALIKE, DIFFERENT, installWaitingCases, OF_A_KIND } from '../waiting-cases.ts';

describe.skipIf(chromiumPath === undefined)('the review in Chromium', () => {
  let installation: Installation;
  let redis: RedisServer;
  let desk: ConsoleProcess;

  beforeAll(async () => {
    [installation, redis] = await Promise.all([installWaitingCases(), ownRedis()]);
    const verifier = startVerifier(installation, redis.url);
    await verifier.until('ready');
    desk = await startConsole({ ...placesOf(installation), REDIS_URL: redis.url });
  }, 120_000);
  const tab = tabsOf(() => desk);

  const waiting = () => besideWriter(join(installation.dataDir, 'ledger.db'), (open) => waitingReadings(open)) ?? [];
  const decide = (on: string, form: Record<string, string>) =>
    desk.post(`/review/${on}`, { reason: 'seen from abroad', ...form });
  const done = (limit: number) => lastDone(installation.dataDir, limit);

  /** Counts what a person does on the page, and the requests that follow. */
  function personAt(page: Page) {
    const count = { keys: 0, clicks: 0, posts: 0 };
    page.on('request', (request) => {
      if (request.method() === 'POST') count.posts += 1;
    });
    return {
      count,
      async press(...keys: string[]) {
        for (const key of keys) await page.keyboard.press(key);
        count.keys += keys.length;
      },
      async click(name: string | RegExp) {
        await page.getByRole('link', { name }).first().click();
        count.clicks += 1;
      },
    };
  }

  test(`${ALIKE} cases of one kind are decided with one reason`, async () => {
    const { page, open, complaints } = await tab('wide');
    expect(waiting()).toHaveLength(ALIKE + DIFFERENT);
    await open('/review?page=2');
    expect(await page.locator('[data-case]').count()).toBe(DIFFERENT);
    await open('/review?q=jumps&sort=size');
    const ada = personAt(page);
    await ada.click('Large price change');
    await page.waitForURL(/cause=leap/);
    await ada.click(`Select all ${ALIKE}`);
    await ada.press('a');
    await page.keyboard.type('announced in their blog');
    await ada.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: `${ALIKE} cases decided` })
      .waitFor();
    expect(ada.count).toEqual({ keys: 2, clicks: 2, posts: 1 });
    expect(waiting()).toHaveLength(DIFFERENT);
    const decided = done(ALIKE);
    expect(
      decided.every(({ by, action, reason }) => `${by} ${action} ${reason}` === 'ada accept announced in their blog'),
    ).toBe(true);
    expect(complaints()).toEqual([]);
  }, 90_000);

  test('one that changed meanwhile is refused by its name, the others are decided; and all are undone together', async () => {
    const narrow = await tab('narrow-dark');
    const { page, open, complaints } = narrow;
    await open('/review?cause=currency');
    const [first, ...others] = waiting().filter(({ candidate }) =>
      candidate.tiers.some(({ prices }) => prices[0]?.currency === 'EUR'),
    );
    const { on = '', key = '', slug = '' } = first ?? {};
    expect((await decide(on, { action: 'reject', key: 'f'.repeat(64) })).status).toBe(409);
    const decided = await decide(on, { action: 'reject', key });
    expect(decided.status).toBe(303);
    // Queued at first, and written since.
    const after = await fetch(`${desk.url}${decided.headers.get('location')}&as=queued`);
    expect(await after.text()).toMatch(/role="status">Rejected .*seen from abroad/);
    await redis.kill();
    await redis.start();
    const grace = personAt(page);
    await grace.click(`Select all ${OF_A_KIND}`);
    await grace.press('r');
    await page.keyboard.type('seen from abroad too');
    await grace.press('Enter');
    const status = page.getByRole('status');
    await status.filter({ hasText: `${OF_A_KIND - 1} cases decided` }).waitFor();
    expect(await status.textContent()).toContain(
      `${on}: This case is no longer open: ada rejected it (seen from abroad)`,
    );
    const late = await fetch(`${desk.url}/review/${on}?cause=currency`);
    expect(late.status).toBe(404);
    expect(await late.text()).toMatch(
      /: ada rejected it \(seen from abroad\)<.*href="\/review\?cause=currency">Review</s,
    );
    expect(waiting()).toHaveLength(DIFFERENT - OF_A_KIND);
    await grace.press('u');
    await page.getByRole('heading', { name: `Undo ${OF_A_KIND - 1} decisions` }).waitFor();
    await isLegible(narrow);
    await grace.press('1', 'Enter');
    await status.filter({ hasText: `${OF_A_KIND - 1} decisions undone` }).waitFor();
    expect(page.url()).toContain('/review?cause=currency&batch=');
    await isLegible(narrow);
    expect(waiting().map((each) => each.slug)).toEqual(expect.arrayContaining(others.map((each) => each.slug)));
    await open(`/activity?product=${slug}`);
    await page.getByRole('link', { name: `Undo: ${slug}, rejected a reading` }).click();
    await isLegible(narrow);
    await page.getByLabel('Reason').fill('a slip');
    await page.getByRole('button', { name: 'Undo the decision' }).click();
    // It waits again, to be decided anew.
    await page.getByRole('heading', { name: 'Decide' }).waitFor();
    expect(waiting()).toHaveLength(DIFFERENT);
    await open(`/activity?product=${slug}`);
    expect(await page.locator('tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/ada\s*undid a decision.*a slip.*an undo is final/s),
      expect.stringMatching(/rejected a reading.*it was undone before/s),
    ]);
    expect(complaints()).toEqual([]);
  }, 90_000);

  test('keys alone decide nothing, and without script forms do the same', async () => {
    const wide = await tab('wide');
    await wide.open('/review?cause=first_reading');
    await wide.page.keyboard.press('j');
    await wide.page.keyboard.press('x');
    await wide.page.keyboard.press('a');
    await wide.page.keyboard.press('Enter');
    await wide.page.keyboard.press('Escape');
    await wide.page.keyboard.press('?');
    await wide.page.getByText('skip to the next case').waitFor();
    await wide.page.getByLabel('Enable shortcuts').uncheck();
    await wide.page.keyboard.press('c');
    await wide.page.getByLabel('Enable shortcuts').check();
    expect(wide.page.url()).toContain('cause=first_reading');
    expect(waiting()).toHaveLength(DIFFERENT);
    const { page, open } = await tab('no-script');
    const { on = '' } = waiting().find(({ statement }) => statement === undefined) ?? {};
    await open(`/review/${on}`);
    await page.getByLabel('Reject: do not publish it').waitFor();
    await open('/review?cause=first_reading&category=crm&vendor=Acme');
    await page
      .getByRole('link', { name: `Select all ${2 * OF_A_KIND}`, exact: true })
      .first()
      .click();
    expect(await page.locator('[data-case] input:checked').count()).toBe(2 * OF_A_KIND);
    for (const box of await page
      .locator('[data-case] input')
      .all()
      .then((all) => all.slice(1)))
      await box.uncheck();
    await page.getByLabel('Accept').check();
    await page.getByLabel('Reason').fill('the page says so');
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.waitForURL(/batch=/);
    await eventually('it is decided', async () => {
      await page.reload();
      return (await page.getByText('1 case decided').count()) > 0;
    });
    expect(waiting()).toHaveLength(DIFFERENT - 1);
  }, 60_000);

  test('of two who decide on a case at once, one is told what the other did, and an open list that it changed', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/review');
    const [{ on = '', key = '' } = {}, ...others] = waiting();
    const answers = await Promise.all(['accept', 'reject'].map((action) => decide(on, { action, key })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404]);
    expect(await answers.find(({ status }) => status === 404)?.text()).toMatch(
      /no longer open: ada (?:accepted|rejected) it \(seen from abroad\)/,
    );
    await page.getByText('The queue has changed since').waitFor();
    await page.getByRole('link', { name: 'Reload the list' }).click();
    await page.getByText(`${others.length} cases`, { exact: true }).waitFor();
    expect(await page.getByText('The queue has changed since').isHidden()).toBe(true);
    expect(complaints()).toEqual([]);
  }, 60_000);

  test(`${DIFFERENT} different cases are decided one by one, each by four keys at most`, async () => {
    const { page, open, complaints } = await tab('wide');
    const count = waiting().length;
    await open('/review');
    const ada = personAt(page);
    await ada.press('j', 'Enter');
    for (let n = 0; n < count; n += 1) {
      await page.getByRole('heading', { name: 'Decide' }).waitFor();
      // Every fifth is skipped once, and comes again.
      const isSkipped = n % 5 === 0 && n < count - 1;
      const shown = page.url();
      if (isSkipped) {
        await ada.press('s');
        await page.waitForURL((url) => url.href !== shown);
      }
      const { pathname } = new URL(page.url());
      await ada.press(n % 2 === 0 ? 'a' : 'r');
      if (n % 10 === 0) await page.keyboard.type(`as the page of case ${n} says`);
      else await ada.press('1');
      await ada.press('Enter');
      await page.waitForURL((url) => url.pathname !== pathname);
    }
    await page.getByText('The queue is empty').waitFor();
    expect(waiting()).toEqual([]);
    expect(ada.count.posts).toBe(count);
    expect(ada.count.keys).toBeLessThanOrEqual(4 * count);
    expect(complaints()).toEqual([]);
  }, 180_000);
});
