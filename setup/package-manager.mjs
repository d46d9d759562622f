/**
 * Installs a program by the system's package manager, where this user may: root for the systems' own, other users for
 * Homebrew. It never uses sudo; it prints the command instead.
 */
import { lastLines, onPath, report, run, seconds } from './program.mjs';

/** `packages`: names to try in turn (Fedora and RHEL 10 have Valkey in place of Redis). */
const MANAGERS = [
  {
    name: 'apt-get',
    asRoot: true,
    refresh: ['update'],
    install: ['install', '--yes', '--no-install-recommends'],
    packages: { redis: ['redis-server'], chromium: ['chromium'] },
  },
  {
    name: 'dnf',
    asRoot: true,
    install: ['install', '--assumeyes'],
    packages: { redis: ['redis', 'valkey'], chromium: ['chromium'] },
  },
  {
    name: 'apk',
    asRoot: true,
    install: ['add', '--no-cache'],
    packages: { redis: ['redis', 'valkey'], chromium: ['chromium'] },
  },
  // Homebrew's Chromium is unsigned and macOS refuses to open it: no package of that name.
  { name: 'brew', asRoot: false, install: ['install'], packages: { redis: ['redis'], chromium: [] } },
];

function present(env) {
  for (const manager of MANAGERS) {
    const file = onPath([manager.name], env);
    if (file !== undefined) return { ...manager, file };
  }
  return undefined;
}

function isAllowed(manager) {
  return (process.getuid?.() === 0) === manager.asRoot;
}

/** The command for a person to type; undefined where no known package manager has the program. */
export function byHand(program, env) {
  const manager = present(env);
  const name = manager?.packages[program][0];
  if (name === undefined) return undefined;
  const sudo = manager.asRoot && !isAllowed(manager) ? 'sudo ' : '';
  return `${sudo}${[manager.name, manager.install[0], name].join(' ')}`;
}

/** Tries to install `program` and reports the result; the caller checks whether it is there. */
export async function install(program, env) {
  const manager = present(env);
  if (manager === undefined || !isAllowed(manager)) return;
  for (const name of manager.packages[program]) {
    if (await installPackage(manager, { program, name, env })) return;
  }
}

async function installPackage(manager, { program, name, env }) {
  const started = performance.now();
  const ask = (args) => run(manager.file, args, { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } });
  report(program, `installing by ${[manager.name, ...manager.install, name].join(' ')} …`);
  let { code, output } = await ask([...manager.install, name]);
  if (code !== 0 && manager.refresh !== undefined) {
    // A fresh container has no package lists, an old one has lists of versions that are gone.
    report(program, `failed; retrying after ${manager.name} ${manager.refresh.join(' ')} …`);
    await ask(manager.refresh);
    ({ code, output } = await ask([...manager.install, name]));
  }
  if (code !== 0)
    report(program, `${manager.name} failed with ${code} after ${seconds(started)}:\n${lastLines(output)}`);
  else report(program, `${manager.name} installed ${name} in ${seconds(started)}`);
  return code === 0;
}
