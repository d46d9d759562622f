/** Waits until a page has settled, and serialises its DOM. Our code runs isolated from the vendor's scripts. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page as Tab } from 'playwright';
import { NOT_DRAWN_MARK } from '../../data/page.ts';
import { FetchFailure } from './fetched.ts';

/** Quiet for this long, in the DOM and on the network, counts as settled. */
const QUIET_MS = 500;
/** Resource types that prices are never read from. */
export const UNREAD = new Set(['image', 'media', 'font', 'texttrack', 'eventsource', 'manifest']);

export interface Traffic {
  /** When the last request began or ended, by performance.now(); `Infinity` while one is under way. */
  quietSince(): number;
  /** URL of the top frame's last navigation. */
  lastDocument(): string;
}

export function watchTraffic(tab: Tab): Traffic {
  const underWay = new Set<unknown>();
  let last = performance.now();
  let document = '';
  tab.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === tab.mainFrame()) document = request.url();
    if (!UNREAD.has(request.resourceType())) underWay.add(request);
    last = performance.now();
  });
  const ended = (request: unknown) => {
    underWay.delete(request);
    last = performance.now();
  };
  tab.on('requestfinished', ended).on('requestfailed', ended);
  return { quietSince: () => (underWay.size > 0 ? Number.POSITIVE_INFINITY : last), lastDocument: () => document };
}

const DOM_QUIET = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${QUIET_MS});
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, ${QUIET_MS}); })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})`;

interface Patience {
  leastMs: number;
  /** Milliseconds since the epoch. */
  deadline: number;
}

/** Waits until network and DOM are both quiet. */
export async function settle(tab: Tab, traffic: Traffic, { leastMs, deadline }: Patience): Promise<void> {
  const earliest = performance.now() + leastMs;
  while (Date.now() < deadline) {
    await Promise.race([evaluate(tab, DOM_QUIET).catch(whenNavigated), delay(deadline - Date.now())]);
    const now = performance.now();
    if (now >= earliest && now - traffic.quietSince() >= QUIET_MS) return;
    await delay(50);
  }
}

/** Evaluates an expression in a world that the page's own scripts do not reach. */
export async function evaluate<T>(tab: Tab, expression: string): Promise<T> {
  const session = await tab.context().newCDPSession(tab);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'assay',
    });
    const how = { contextId, expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', how);
    if (exceptionDetails !== undefined) throw new Error(`Cannot evaluate in the page: ${exceptionDetails.text}`);
    return result.value as T;
  } finally {
    session.detach().catch(() => {});
  }
}

/** Messages for a document that a navigation has replaced; the next round waits for the new page. */
export const NAVIGATED =
  /context was destroyed|navigat|Cannot find context|context with specified id|Promise was collected/i;

async function whenNavigated(error: unknown): Promise<void> {
  if (!NAVIGATED.test(String(error))) throw error;
  await delay(50);
}

/** Elements of one page that are looked at: a page with more is read by its markup. */
const MAX_ELEMENTS = 50_000;

/** Marks what Chromium does not draw, so that the archived page says it where the style sheets are not in it. */
const MARK_NOT_DRAWN = `(() => {
  const elements = document.querySelectorAll('body *:not(script, style, template, noscript, link, meta, [hidden])');
  const unseen = [...elements].slice(0, ${MAX_ELEMENTS}).filter((element) => {
    const { display, visibility } = getComputedStyle(element);
    return display === 'none' ||
      (visibility !== 'visible' && getComputedStyle(element.parentElement).visibility === 'visible');
  });
  for (const element of unseen) element.setAttribute('${NOT_DRAWN_MARK}', '');
})()`;

/** @throws {FetchFailure} `too_large` */
export async function serialised(tab: Tab, maxBytes: number): Promise<Buffer> {
  // Measured before it is transferred: the DOM may be of any size.
  const length = await evaluate<number>(tab, `document.documentElement?.outerHTML.length ?? 0`);
  const tooLarge = () => new FetchFailure('too_large', `Cannot use the page: its DOM is larger than ${maxBytes} bytes`);
  if (length > maxBytes) throw tooLarge();
  await evaluate(tab, MARK_NOT_DRAWN);
  const bytes = Buffer.from(await tab.content(), 'utf8');
  if (bytes.length > maxBytes) throw tooLarge();
  return bytes;
}
