/** Teaching a page in the console: a correct reading is confirmed, an unread page is pointed at; in a real Chromium. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productIn } from '../../../data/catalogue/product-file.ts';
import { readJudged } from '../../../data/store/ledger-queries/source-facts.ts';
import { eventually } from '../../eventually.ts';
import { type Pipeline, startPipeline } from '../../pipeline/pipeline.ts';
import { chromiumPath, focusBehind, isLegible, type Tab, tabsOf } from '../../serve/browser/tabs.ts';
import { HTML, send } from '../../vendor-web/answer.ts';
import { free, offer, paid } from '../../vendor-web/offers.ts';
import { offerVendor, pageVendor } from '../../vendor-web/page-vendor.ts';
import { type ConsoleProcess, consoleOf, lastDone } from '../console-process.ts';

const START = new Date('2026-10-01T12:00:00Z');
const LATER = new Date('2026-10-08T12:00:00Z');

const HOSTILE =
  '<script>document.title = 1</script><img src="//elsewhere.example/i" onerror="alert(1)"><a href="javascript:alert(1)" id="desk" class="panel">More</a></div></form>';

/** Three cards that the readers read, on a hostile page. */
function read(slug: string) {
  const prices = (at: Date) => (at < LATER ? ['12', '24'] : ['13', '26']);
  return offerVendor({
    slug,
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    edit: (body) => body.replace('</body>', `${HOSTILE}</body>`),
    offer: (at) => {
      const [team = '', company = ''] = prices(at);
      return offer(slug, {
        tiers: [free('Hobby'), paid('Team', { monthly: team }), paid('Company', { monthly: company })],
      });
    },
  });
}

/** Three cards whose amounts the readers do not take for prices: the text between says too little of them. */
function unread(slug: string) {
  const talk = 'Everything you need to get going, and then some: it is the one that most of our customers begin with.';
  const card = (name: string, amount: number) =>
    `<section><h3>${name}</h3><p>${talk}</p><p>We ask $${amount} for it.</p></section>`;
  const facts = { slug, name: slug, expect: 'no_price' } as const;
  return pageVendor(facts, (_, response, { now }) => {
    const by = now < LATER ? 0 : 1;
    const cards = [card('Seed', 9 + by), card('Tree', 29 + by), card('Forest', 79 + by)].join('');
    send(response, `<html lang="en"><title>Plans</title><h1>Plans and pricing</h1><main>${cards}</main></html>`, {
      type: HTML,
    });
  });
}

/** Counts what a person does: opened pages, clicks and keys; and waits until each step is answered. */
function counted({ page, open }: Tab) {
  let actions = 0;
  const step = async (action: () => Promise<unknown>) => {
    actions += 1;
    await action();
    await page.locator('#teach:not([aria-busy])').or(page.locator('#asked')).first().waitFor();
  };
  const mark = (name: string) => page.locator('.copy').getByRole('button', { name, exact: true }).first();
  return {
    open: (path: string) => step(() => open(path)),
    point: (name: string) => step(() => mark(name).click()),
    press: (key: string) => step(() => page.keyboard.press(key)),
    click: (name: string) => step(() => page.getByRole('button', { name }).click()),
    actions: () => actions,
  };
}

describe.skipIf(chromiumPath === undefined)('teaching a page', () => {
  let pipeline: Pipeline;
  let installation: ConsoleProcess;
  const slugs = ['right', 'silent', 'scriptless', 'raced'];

  beforeAll(async () => {
    const vendors = [read('right'), unread('silent'), unread('scriptless'), read('raced')];
    pipeline = await startPipeline({ vendors, clock: START });
    await pipeline.visit(START, slugs);
    await pipeline.look(LATER, slugs);
    installation = await consoleOf(pipeline);
  }, 240_000);
  afterAll(() => pipeline?.stop());
  const tab = tabsOf(() => installation);
  const path = (slug: string) => `/products/${slug}/sources/pricing/teach`;
  const fileOf = (slug: string) => join(pipeline.dataDir, `catalogue/products/${slug}.yaml`);
  const plansIn = (slug: string) => {
    const product = productIn(readFileSync(fileOf(slug), 'utf8'));
    return 'faults' in product ? product.faults : product.sources[0]?.recipe?.lists.flatMap(({ plans }) => plans);
  };
  const done = () => lastDone(pipeline.dataDir);
  const trialWords = ({ page }: Tab) => page.locator('#trial').textContent();

  test('a correct reading: opened, confirmed and saved by keys', async () => {
    const wide = await tab('wide');
    const person = counted(wide);
    await person.open(path('right'));
    await wide.screenshot('teach-right');
    await isLegible(wide);
    await person.press('c');
    await wide.page.locator('#trial').waitFor();
    await wide.screenshot('teach-tried');
    await isLegible(wide);
    expect(await trialWords(wide)).toContain('reads 2 of 2 archived pages. 2 of 2');
    await person.press('Enter');
    await wide.page.waitForURL(/\/checks\?of=/);
    expect(person.actions()).toBeLessThanOrEqual(3);
    expect(plansIn('right')).toHaveLength(3);
    expect(done()[0]).toMatchObject({ slug: 'right', action: 'recipe_saved', by: 'ada', isEdit: true });
    // The crawler has it at once, and the page is read by it.
    const id = new URL(wide.page.url()).searchParams.get('of') ?? '';
    const judged = () => readJudged(join(pipeline.dataDir, 'ledger.db'), id);
    await eventually('the source is checked', () => Promise.resolve(judged() !== undefined));
    expect(judged()).toMatchObject({ observation: { reading: { recipe: { outcome: 'met' } } } });
    expect(wide.complaints()).toEqual([]);
  }, 60_000);

  test('narrow: the panel covers nothing that has the focus', async () => {
    const narrow = await tab('narrow-dark');
    await narrow.open(path('raced'));
    expect(await focusBehind(narrow, '.panel')).toEqual([]);
  });

  test('an unread page: one plan is pointed at, its siblings follow', async () => {
    const narrow = await tab('narrow-dark');
    const person = counted(narrow);
    await person.open(path('silent'));
    await narrow.screenshot('teach-silent');
    await isLegible(narrow);
    expect(await narrow.page.locator('.taught li').count()).toBe(0);
    await person.point('Seed');
    await person.point('$10');
    await narrow.page.getByText('2 more plans proposed').waitFor();
    await narrow.screenshot('teach-siblings');
    await isLegible(narrow);
    await person.press('Enter');
    await narrow.page.locator('#trial').waitFor();
    await narrow.screenshot('teach-tried');
    expect(await trialWords(narrow)).toContain('reads 2 of 2 archived pages');
    expect(await trialWords(narrow)).toContain('Forest 79.00 USD');
    await person.press('Enter');
    await narrow.page.waitForURL(/\/checks\?of=/);
    expect(person.actions()).toBeLessThanOrEqual(5);
    expect(plansIn('silent')).toMatchObject([{ name: 'Seed' }, { name: 'Tree' }, { name: 'Forest' }]);
    expect(narrow.complaints()).toEqual([]);
  }, 60_000);

  test('works without script: marks, terms, add-ons and ignored blocks', async () => {
    const { page, open, complaints } = await tab('no-script');
    await open(path('scriptless'));
    const mark = (name: string) => page.locator('.copy').getByRole('button', { name, exact: true }).click();
    await mark('Seed');
    await mark('$10');
    expect(await page.locator('.copy [aria-pressed=true]').allInnerTexts()).toEqual([
      'Seed',
      '$10',
      'Tree',
      '$30',
      'Forest',
      '$80',
    ]);
    await page.getByLabel('Term of 10.00 USD of Seed').selectOption('per year');
    await page.getByRole('button', { name: 'Drop Forest' }).click();
    expect(await page.getByLabel('Term of 10.00 USD of Seed').inputValue()).toBe('year');
    await page.getByLabel('block to ignore').check();
    await mark('Forest');
    await page.getByText('1 block ignored').first().waitFor();
    await page.getByRole('button', { name: 'Ignore none' }).click();
    await page.getByRole('button', { name: 'Confirm 2 plans and try' }).click();
    await page.locator('#trial, [role=alert]').first().waitFor();
    expect(complaints()).toEqual([]);
  }, 60_000);

  test('marks are reached and pointed at by keys', async () => {
    const { page, open } = await tab('wide');
    await open(path('scriptless'));
    await page.keyboard.press('n');
    await page.keyboard.press('ArrowRight');
    const focused = () => page.locator(':focus').textContent();
    while ((await focused()) !== 'Seed') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.taught li').waitFor();
    await page.keyboard.press('p');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('$10');
    await page.keyboard.press('Enter');
    await page.getByText('2 more plans proposed').waitFor();
    expect(await page.locator('#said').textContent()).toContain('Seed, 1 price');
  });

  describe('what is saved', () => {
    /** The fields of the form after a trial, as a browser would send them. */
    async function triedForm(slug: string): Promise<URLSearchParams> {
      const hidden = (text: string) =>
        new URLSearchParams(
          [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
            name,
            value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
          ]),
        );
      const opened = hidden(await (await fetch(installation.url + path(slug))).text());
      opened.set('do', 'confirm');
      const tried = hidden(await (await save(slug, opened)).text());
      tried.set('do', 'save');
      tried.set('reason', 'the switch misleads the readers');
      return tried;
    }
    const save = (slug: string, form: URLSearchParams) => installation.post(path(slug), form);

    test('is refused where file or page changed meanwhile, and nothing is lost', async () => {
      const form = await triedForm('raced');
      const text = `# A colleague's line\n${readFileSync(fileOf('raced'), 'utf8')}`;
      writeFileSync(fileOf('raced'), text);
      const refused = await save('raced', form);
      expect(refused.status).toBe(409);
      const answer = await refused.text();
      expect(answer.match(/changed after you opened this page/g)).toHaveLength(1);
      expect(answer).toContain('&quot;name&quot;:&quot;Company&quot;');
      const outdated = new URLSearchParams(await triedForm('raced'));
      outdated.set('newest', 'f'.repeat(64));
      expect((await save('raced', outdated)).status).toBe(409);
      expect(readFileSync(fileOf('raced'), 'utf8')).toBe(text);
      const changed = new URLSearchParams(await triedForm('raced'));
      changed.set('draft', (changed.get('draft') ?? '').replace('"13.00"', '"12.00"'));
      expect((await save('raced', changed)).status).not.toBe(303);
      const broken = new URLSearchParams(form);
      broken.set('draft', '{"plans":"all"}');
      expect((await save('raced', broken)).status).toBe(422);
      const two = await triedForm('raced');
      const answers = await Promise.all([save('raced', two), save('raced', two)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
      expect(readFileSync(fileOf('raced'), 'utf8').startsWith(text.split('cadence')[0] ?? '')).toBe(true);
    }, 60_000);

    test('is undone from the activity log, once', async () => {
      const { page, open, complaints } = await tab('wide');
      const taught = readFileSync(fileOf('right'), 'utf8');
      await open('/activity');
      await page
        .getByRole('row', { name: /right/ })
        .filter({ hasText: 'saved a recipe' })
        .getByRole('link', { name: 'Undo' })
        .click();
      await page.getByRole('heading', { name: 'What would change' }).waitFor();
      const address = page.url();
      await page.getByLabel('Reason').fill('the wrong page');
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('status').first().waitFor();
      expect(plansIn('right')).toBeUndefined();
      expect(done()[0]).toMatchObject({ slug: 'right', action: 'edit_undone', reason: 'the wrong page' });
      await open(new URL(address).pathname + new URL(address).search);
      await page.getByLabel('Reason').fill('once more');
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByText('has a later edit').waitFor();
      expect(readFileSync(fileOf('right'), 'utf8')).not.toBe(taught);
      expect(complaints()).toEqual([expect.stringContaining('409')]);
    }, 60_000);
  });

  test('a new product is taught before it is saved', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/products/new');
    const form = page.locator('form[enctype="multipart/form-data"]');
    await page.getByText('by hand').or(form).first().click();
    await form.locator('[name=name]').fill('Handed');
    await form.locator('[name=category]').selectOption({ index: 1 });
    await form.locator('[name=url]').fill('https://handed.example/pricing');
    await form.getByText('Upload the page').click();
    const cards = ['Solo', 'Duo', 'Trio'].map(
      (name, at) => `<section><h3>${name}</h3><p>$${9 + at} per month</p></section>`,
    );
    await form.locator('[name=pasted]').fill(`<h1>Pricing</h1>${cards.join('')}`);
    await page.getByRole('button', { name: 'Read the page' }).click();
    await page.getByRole('button', { name: 'Teach this page' }).click();
    await page.locator('.taught li').first().waitFor();
    await page.keyboard.press('c');
    await page.getByText('The recipe reads 1 of 1 archived page').waitFor();
    await page.keyboard.press('Enter');
    const yaml = page.locator('textarea[name=yaml]');
    await yaml.waitFor();
    expect(productIn(await yaml.inputValue())).toMatchObject({
      sources: [{ recipe: { lists: [{ plans: [{ name: 'Solo' }, {}, {}] }] } }],
    });
    expect(complaints()).toEqual([]);
  }, 60_000);
});
