/** Where this machine's Chromium is, for tests that need a real one; they say so when there is none. */
import { existsSync } from 'node:fs';
import { readEnvironment } from '../../config/env.ts';

export const chromiumPath = [
  readEnvironment({ CHROMIUM_PATH: process.env.CHROMIUM_PATH }).chromiumPath,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== undefined && existsSync(path));
if (chromiumPath === undefined) console.warn('skipped: tests that need Chromium; npm start installs it or says how');
