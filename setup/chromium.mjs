/** A Chromium for sources that need a browser, and for tests of pages. Set-up goes on without one. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { byHand, install } from './package-manager.mjs';
import { isExecutable, onPath, report, run } from './program.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The program in Playwright's archives, by platform, in today's layout and the last. */
const IN_PLAYWRIGHT = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that starts, or undefined. */
export async function findChromium(env, { known, mayInstall }) {
  if (env.CHROMIUM_PATH) return chosen(env);
  if (known && isExecutable(known)) {
    report('chromium', `ok  ${known}`);
    return known;
  }
  let found = await look(env);
  if (found === undefined && mayInstall) {
    await install('chromium', env);
    found = await look(env);
  }
  if (found !== undefined) report('chromium', `ok  ${found.file} ${found.version}`);
  else {
    const commands = [byHand('chromium', env), 'npx playwright install --with-deps chromium'].filter(Boolean);
    report('chromium', 'missing; sources with render: browser will be unreadable');
    report('chromium', `to fix: ${commands.join(', or ')}, or set CHROMIUM_PATH`);
  }
  return found?.file;
}

/** The operator's choice is never replaced. */
function chosen(env) {
  if (!isExecutable(env.CHROMIUM_PATH)) throw new Error(`Cannot run CHROMIUM_PATH "${env.CHROMIUM_PATH}"`);
  report('chromium', `ok  ${env.CHROMIUM_PATH} (CHROMIUM_PATH)`);
  return env.CHROMIUM_PATH;
}

/** Starts each candidate: Ubuntu's chromium-browser is only a script that asks for a snap. */
async function look(env) {
  const files = NAMES.map((name) => onPath([name], env)).filter(Boolean);
  for (const file of [...new Set(files), ...APPLICATIONS.filter(isExecutable), ...inPlaywrightCache(env)]) {
    const { code, output } = await run(file, ['--version'], { env, timeoutMs: 20_000 });
    const version = /(?:Chrom(?:e|ium)|Edge)\D*(\d[\d.]*)/.exec(output);
    if (code === 0 && version !== null) return { file, version: version[1] };
  }
  return undefined;
}

function inPlaywrightCache(env) {
  const home = env.HOME ?? homedir();
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
  ];
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => /^chromium-\d+$/.test(name))
        .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
        .flatMap((name) => IN_PLAYWRIGHT.map((program) => join(cache, name, program))),
    )
    .filter(isExecutable);
}
