/** The locked npm packages, among them `node`: the project's own Node 24, which npm puts first on the PATH of scripts. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lastLines, report, run, seconds } from './program.mjs';

const OWN_NODE = 'node_modules/node/bin/node';

export async function installDependencies(project, env) {
  const clean = withoutOwnBin(env);
  if (isCurrent(project)) {
    if (hasOwnNode(project)) return report('dependencies', 'ok');
  } else {
    await install(project, clean);
  }
  if (!hasOwnNode(project)) await bringOwnNode(project, clean);
}

/** Whether every locked package is installed, except optional ones, by npm's record of node_modules. */
function isCurrent(project) {
  const record = join(project, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = readPackages(join(project, 'package-lock.json'));
  const installed = readPackages(record);
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || entry.optional) return true;
    const there = installed[path];
    return there !== undefined && there.version === entry.version && there.integrity === entry.integrity;
  });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** npm must not run on the Node that it is about to replace. */
function withoutOwnBin(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...env, PATH: folders.join(delimiter) };
}

async function install(project, env) {
  const started = performance.now();
  report('dependencies', 'installing with npm ci (about half a minute) …');
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { env, cwd: project });
  if (code !== 0) {
    const isOffline = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/.test(output);
    const why = isOffline ? ': the npm registry does not respond. Check the network, then run the command again' : '';
    throw new Error(`Cannot install the dependencies: npm ci failed with ${code}${why}\n${lastLines(output)}`);
  }
  report('dependencies', `installed in ${seconds(started)}`);
}

function hasOwnNode(project) {
  return existsSync(join(project, OWN_NODE)) && existsSync(join(project, 'node_modules/.bin/node'));
}

/** npm 12 and `ignore-scripts` skip the install script of the package `node`. */
async function bringOwnNode(project, env) {
  const started = performance.now();
  const home = join(project, 'node_modules/node');
  report('dependencies', 'npm skipped the install script of the package node; running it …');
  const { code, output } = await run(process.execPath, ['installArchSpecificPackage.js'], { env, cwd: home });
  if (!existsSync(join(project, OWN_NODE))) {
    const mend = 'run "node installArchSpecificPackage.js" in node_modules/node by hand';
    throw new Error(`Cannot install the project's own Node (exit code ${code}): ${mend}\n${lastLines(output)}`);
  }
  if (!hasOwnNode(project)) symlinkSync('../node/bin/node', join(project, 'node_modules/.bin/node'));
  report('dependencies', `installed Node in ${seconds(started)}`);
}
