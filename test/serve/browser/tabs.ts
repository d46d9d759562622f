/** Pages of a server of ours in a real Chromium: one for a file of tests, with a tab for each way of looking. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { chromiumPath } from '../../crawler/chromium.ts';
import { IS_LONG } from '../../long.ts';
import { sharedChromium } from '../../shared-chromium.ts';
import { type Served, served } from '../served.ts';
import { CATALOGUE } from './sample.ts';

export { chromiumPath };

/** Where screenshots go: not committed, for CI to keep. */
const ARTEFACTS = join(import.meta.dirname, '../../artefacts/pages');

/** Half of the size of `axe.source`, which every page has to take in. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The ways of looking that every page must bear. */
const VIEWS = {
  wide: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'narrow-dark': {
    viewport: { width: 375, height: 812 },
    colorScheme: 'dark',
    hasTouch: true,
    reducedMotion: 'reduce',
  },
  'no-script': { viewport: { width: 375, height: 812 }, colorScheme: 'light', javaScriptEnabled: false },
} as const satisfies Record<string, BrowserContextOptions>;
export type View = keyof typeof VIEWS;

/** A tab, and all that went wrong in it since its page was opened. */
export interface Tab {
  page: Page;
  /** Opens a path of the server and waits until all is there. */
  open(path: string, status?: number): Promise<void>;
  /** Console errors, refusals by the policy, and requests to elsewhere or in vain. */
  complaints(): string[];
  /** Of the bodies sent for the last page as they were coded, by Chromium's types of resources. */
  bytes(): Promise<Record<string, number>>;
  /** Of the whole page, in the long run only. @param as the view that it is in, where that is not the tab's own */
  screenshot(name: string, as?: View): Promise<void>;
}

/**
 * The page that a wide tab shows, in the narrow and dark view for as long as it is looked at: no page asks for its window
 * while it loads, so that it need not be loaded again.
 */
export async function narrowed({ page }: Tab, look: (view: View) => Promise<void>): Promise<void> {
  const { wide, 'narrow-dark': narrow } = VIEWS;
  await page.setViewportSize(narrow.viewport);
  await page.emulateMedia({ colorScheme: narrow.colorScheme, reducedMotion: narrow.reducedMotion });
  try {
    await look('narrow-dark');
  } finally {
    await page.emulateMedia({ colorScheme: wide.colorScheme, reducedMotion: null });
    await page.setViewportSize(wide.viewport);
  }
}

/** Call in a `describe`; its tabs are closed after its last test. */
export function tabsOf(server: () => Pick<Served, 'url'>): (view: View) => Promise<Tab> {
  const tabs = new Map<View, Promise<Tab>>();
  beforeAll(() => {
    mkdirSync(ARTEFACTS, { recursive: true });
  });
  afterAll(async () => {
    for (const tab of tabs.values()) await (await tab).page.context().close();
  });
  return (view) => {
    const tab = tabs.get(view) ?? tabOf(view, server());
    tabs.set(view, tab);
    return tab;
  };
}

/** Tests in Chromium, where there is one, over a server of the sample. */
export function inChromium(tests: (tab: (view: View) => Promise<Tab>, url: () => string) => void): void {
  describe.skipIf(chromiumPath === undefined)('in Chromium', () => {
    let server: Served;
    beforeAll(async () => {
      server = await served(CATALOGUE);
    });
    tests(
      tabsOf(() => server),
      () => server.url,
    );
  });
}

async function tabOf(view: View, server: Pick<Served, 'url'>): Promise<Tab> {
  const browser = await sharedChromium();
  const context = await browser.newContext({ ...VIEWS[view], baseURL: server.url });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  let complaints: string[] = [];
  let sent: Promise<[type: string, bytes: number]>[] = [];
  let expected = 200;
  page.on('console', (message) => {
    // Chromium tells of a page that is not there as of an image.
    const isOfThePage = expected !== 200 && message.location().url === page.url();
    if (message.type() === 'error' && !isOfThePage) complaints.push(message.text());
  });
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.url && protocol !== 'data:') complaints.push(`asks ${request.url()}`);
  });
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('data:')) return;
    const size = request
      .sizes()
      .then(({ responseBodySize }): [string, number] => [request.resourceType(), responseBodySize]);
    size.catch(() => {}); // The tab may be closed by then; who asks for the bytes is told.
    sent.push(size);
  });
  return {
    page,
    async open(path, status = 200) {
      expected = status;
      sent = [];
      complaints = [];
      const response = await page.goto(path, { waitUntil: 'load' });
      expect(response?.status(), path).toBe(status);
    },
    complaints: () => complaints,
    async bytes() {
      const sums: Record<string, number> = {};
      for (const [type, bytes] of await Promise.all(sent)) sums[type] = (sums[type] ?? 0) + bytes;
      return sums;
    },
    async screenshot(name, as = view) {
      if (!IS_LONG) return;
      const path = join(ARTEFACTS, `${name}.${as}.png`);
      const taken = () => page.screenshot({ path, fullPage: true, animations: 'disabled' });
      // For people to look at: on a busy machine Chromium may not be able to take one, and is another time.
      await taken().catch(taken);
    },
  };
}

/**
 * What axe finds by the rules of WCAG 2.2 AA and of good practice: each with the elements that it means.
 *
 * @param rules all by default
 */
export async function axeFindings({ page }: Tab, rules?: string[]): Promise<string[]> {
  for (const frame of page.frames()) if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(AXE);
  const violations = await page.evaluate(async (only) => {
    // Of what is as it should be, axe would otherwise describe every element: four times the work.
    const { axe: injected } = globalThis as unknown as { axe: typeof axe };
    return (await injected.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, rules);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** By how many pixels the page is wider than its window, and which elements stand out. */
export function overflow({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth - clientWidth} px`, ...wide.map(({ outerHTML }) => outerHTML.slice(0, 100))];
  });
}

export async function isLegible(shown: Tab): Promise<void> {
  expect(await overflow(shown)).toEqual([]);
  expect(await axeFindings(shown)).toEqual([]);
}

interface Focus {
  element: string;
  /** Among all elements of the document. */
  place: number;
  isMarked: boolean;
  isSeen: boolean;
}

/** What has the focus after each press of Tab from the top: once round the page, of at most so many presses. */
export async function tabOrder({ page }: Tab, most: number): Promise<Focus[]> {
  await page.evaluate(() => {
    // The next press of Tab begins where the focus was last.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo(0, 0);
    const seen: Focus[] = [];
    Object.assign(globalThis, { focusSeen: seen });
    const all = [...document.querySelectorAll('*')];
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      const { width, height, left, right } = element.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      seen.push({
        element: element.outerHTML.slice(0, 120),
        place: all.indexOf(element),
        isMarked: outlineStyle !== 'none' && outlineWidth !== '0px',
        isSeen: width > 0 && height > 0 && right > 0 && left < innerWidth,
      });
    });
  });
  // In one go, as a key that is held down: to wait for each press costs twice the work.
  await Promise.all(Array.from({ length: most }, () => page.keyboard.press('Tab')));
  const seen = await page.evaluate(() => (globalThis as unknown as { focusSeen: Focus[] }).focusSeen);
  const second = seen.findIndex(({ place }, index) => index > 0 && place === seen[0]?.place);
  return second === -1 ? seen : seen.slice(0, second);
}

/** What lies beneath a sticky part while it has the focus, in forty presses of Tab. */
export async function focusBehind({ page }: Tab, sticky: string): Promise<string[]> {
  const covered: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate((selector) => {
      const [part, focus] = [document.querySelector(selector), document.activeElement];
      if (part === null || focus === null || part.contains(focus) || focus.contains(part)) return;
      const [above, below] = [part, focus].map((each) => each.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      return (above?.bottom ?? 0) > (below?.top ?? 0) + 1 ? focus.outerHTML.slice(0, 80) : undefined;
    }, sticky);
    if (found !== undefined) covered.push(found);
  }
  return covered;
}
