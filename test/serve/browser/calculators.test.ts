/** What scripts add to forms in Chromium; that nothing is lost without them is tested with every page. */
import { expect, test } from 'vitest';
import { inChromium } from './tabs.ts';

inChromium((tab, url) => {
  test('the slider counts again at once, and the address says for how many', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/compare?slugs=acme,delta&seats=10');
    const slider = page.getByRole('slider', { name: 'Team size' });
    await slider.focus();
    await slider.press('ArrowRight');
    await page.getByRole('heading', { name: 'Cost of 11 seats for a year' }).waitFor();
    expect(await page.getByRole('spinbutton', { name: 'Seats' }).inputValue()).toBe('11');
    expect(page.url()).toBe(`${url()}/compare?slugs=acme%2Cdelta&seats=11`);
    expect(await page.locator('#costs').textContent()).toContain('$1,584');
    expect(await page.getByRole('link', { name: 'Remove Acme' }).getAttribute('href')).toContain('seats=11');
    await page.locator('.share').getByRole('button', { name: 'Copy' }).click();
    await page.locator('.share .copy', { hasText: /^(?:Copied|Press Ctrl\+C)$/ }).waitFor();
    expect(complaints()).toEqual([]);
  });

  test('the names of compared products stay in view over a long table', async () => {
    const { page, open } = await tab('wide');
    await open('/compare?slugs=orbit,acme');
    const head = page.locator('.versus-table thead th').first();
    await page.locator('.versus-table tbody').last().locator('tr').last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 150);
    await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? -1)).toBe(0);
  });

  test('names are suggested while one writes', async () => {
    const { page, open } = await tab('wide');
    await open('/compare');
    await page.getByLabel('Add a product').pressSequentially('orb');
    await page.locator('datalist option[value="Orbit Workspaces"]').waitFor({ state: 'attached' });
  });

  test('the e-mail is written without script, and what was typed stands in no address', async () => {
    const { page, open, complaints } = await tab('no-script');
    await open('/tools/orbit/negotiation-email');
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Company').fill('Example Ltd');
    await page.getByRole('button', { name: 'Write the email' }).click();
    await page.locator('.letter-text', { hasText: 'I am writing for Example Ltd' }).waitFor();
    expect(page.url()).toBe(`${url()}/tools/orbit/negotiation-email`);
    expect(complaints()).toEqual([]);
  });

  test('a request of the docs can be tried, as a GET and as a POST', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/docs/discoverSoftware');
    await page.getByLabel('limit').fill('2');
    expect(await page.locator('#curl').textContent()).toContain('limit=2');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-answer]', { hasText: '"count": 2' }).waitFor();
    expect(await page.locator('[data-answer]').textContent()).toMatch(/200 OK.*etag: "/s);
    await open('/docs/calculateTco');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-answer]', { hasText: '"subscription"' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  test('token costs follow while typing, and a suggested model is added', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/calculators/llm?products=models');
    await page.getByLabel('Output tokens').fill('7000000');
    await page.locator('.volume', { hasText: '7,000,000 output tokens' }).waitFor();
    expect(page.url()).toContain('outputTokens=7000000');
    expect(await page.locator('#choices a').first().getAttribute('href')).toContain('outputTokens=7000000');
    // Choosing from a list of suggestions gives an event of its own, which Playwright cannot make.
    await page.getByLabel('Add a model').evaluate((field: HTMLInputElement) => {
      field.value = 'small';
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
    });
    await page.getByRole('link', { name: 'Remove small' }).waitFor();
    expect(page.url()).toContain('outputTokens=7000000');
    expect(complaints()).toEqual([]);
  });
});
