/** A picture of a page around its first price, as Chromium draws it without images and web fonts. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page as Tab } from 'playwright';
import { isPicture } from '../../data/page.ts';
import { evaluate } from './settled-page.ts';

const [WIDTH, HEIGHT] = [1_280, 800];
/** Of the page above the price. */
const ABOVE = 300;
const MOST_NODES = 50_000;
/** A busy page may never answer. */
const WITHIN_MS = 3_000;
const QUALITY = 60;

/** The first place with a currency's sign or code beside a digit that has a size on the screen. */
const PLACE = `(() => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let n = 0; n < ${MOST_NODES} && nodes.nextNode(); n += 1) {
    const node = nodes.currentNode;
    if (!/[$€£¥₹]|\\b(?:USD|EUR|GBP)\\b/.test(node.data)) continue;
    if (!/\\d/.test((node.parentElement?.parentElement ?? node).textContent.slice(0, 200))) continue;
    range.selectNodeContents(node);
    const { top, width, height } = range.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const y = Math.max(0, Math.round(top + scrollY) - ${ABOVE});
    return { y, height: document.documentElement.scrollHeight - y };
  }
})()`;

/** As the page's process says: bounded before it is used. */
interface Place {
  y: number;
  /** Of the page below. */
  height: number;
}

/** WebP; undefined where no price is drawn, or no picture can be taken in time: a visit goes on without. */
export async function pictureOf(tab: Tab): Promise<Buffer | undefined> {
  const picture = await Promise.race([taken(tab).catch(() => undefined), delay(WITHIN_MS, undefined, { ref: false })]);
  return picture !== undefined && isPicture(picture) ? picture : undefined;
}

async function taken(tab: Tab): Promise<Buffer | undefined> {
  const place = await evaluate<Place | undefined>(tab, PLACE);
  if (place === undefined || !(place.height > 0)) return undefined;
  const session = await tab.context().newCDPSession(tab);
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: { x: 0, y: place.y, width: WIDTH, height: Math.min(place.height, HEIGHT), scale: 1 },
      captureBeyondViewport: true,
    });
    return Buffer.from(data, 'base64');
  } finally {
    session.detach().catch(() => {});
  }
}
