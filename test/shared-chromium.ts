/** One Chromium for all files of a worker that look at our own pages; each opens contexts of its own and closes them. */
import { type Browser, chromium } from 'playwright';
import { SWITCHES } from '../crawler/fetch/chromium-switches.ts';
import { chromiumPath } from './crawler/chromium.ts';

let shared: Promise<Browser> | undefined;

/** Starts it on first use, and again after a test killed every Chromium of this process. */
export async function sharedChromium(): Promise<Browser> {
  if (shared === undefined || !(await shared).isConnected())
    shared = chromium.launch({
      executablePath: chromiumPath ?? '',
      chromiumSandbox: false,
      args: ['--disable-dev-shm-usage', ...SWITCHES],
    });
  return shared;
}
