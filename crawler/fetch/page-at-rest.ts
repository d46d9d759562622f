/**
 * A page in Chromium from when it is asked for until it has come to rest, and its DOM then, as bytes.
 *
 * Its scripts are the vendor's: nothing is asked of them, and what they never finish ends with the visit's time.
 */
import type { Page as Tab } from 'playwright';
import { FetchFailure } from './failure.ts';

/** Quiet for this long, in the DOM and on the network, counts as rest. */
const REST_MS = 500;
/** What prices are never read from. */
export const UNREAD = new Set(['image', 'media', 'font', 'texttrack', 'eventsource', 'manifest']);
export interface Traffic {
  /** When the last request began or ended, by performance.now(); `Infinity` while one is under way. */
  quietSince(): number;
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
  tab.on('requestfinished', ended);
  tab.on('requestfailed', ended);
  return { quietSince: () => (underWay.size > 0 ? Number.POSITIVE_INFINITY : last), lastDocument: () => document };
}

/** In the page: resolves when nothing has changed in the DOM for a while. */
const DOM_AT_REST = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${REST_MS});
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, ${REST_MS}); })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})`;

/** Waits until network and DOM are both quiet, and no longer than the deadline: some pages never are. */
export async function rest(tab: Tab, traffic: Traffic, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const left = new Promise((resolve) => setTimeout(resolve, deadline - Date.now()));
    // A navigation takes the context of the script away; the new page is waited for in the next round.
    await Promise.race([beside(tab, DOM_AT_REST).catch(whenNavigated), left]);
    if (performance.now() - traffic.quietSince() >= REST_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * The value of an expression in the page's document, evaluated in a world of our own: what its scripts made of
 * `Promise`, `MutationObserver` or `document` is not met there.
 */
async function beside<T>(tab: Tab, expression: string): Promise<T> {
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
    // Where the page has gone, the session has too.
    session.detach().catch(() => {});
  }
}

/** What Chromium says of a document that another has taken the place of. */
export const NAVIGATED =
  /context was destroyed|navigat|Cannot find context|context with specified id|Promise was collected/i;

function whenNavigated(error: unknown): Promise<void> {
  if (!NAVIGATED.test(String(error))) throw error;
  return new Promise((resolve) => setTimeout(resolve, 50));
}

/** @throws {FetchFailure} `too_large` */
export async function serialised(tab: Tab, maxBytes: number): Promise<Buffer> {
  // Measured where it is, before it is carried over: the DOM may be of any size.
  const length = await beside<number>(tab, `document.documentElement?.outerHTML.length ?? 0`);
  const tooLarge = () =>
    new FetchFailure('too_large', `Cannot take the page: its DOM is larger than ${maxBytes} bytes`);
  if (length > maxBytes) throw tooLarge();
  const bytes = Buffer.from(await tab.content(), 'utf8');
  if (bytes.length > maxBytes) throw tooLarge();
  return bytes;
}
