#!/usr/bin/env node
// Completes package-lock.json with the optional platform packages that a partial registry mirror does not carry.
// `npm ci` refuses a lock that lacks them, although it would skip them on this platform. Their versions are pinned
// exactly by their parents, so nothing is chosen here. Run it after changing a dependency behind such a mirror.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const platform =
  /(?:^|[-/])(android|darwin|linux|win32|freebsd|openharmony|aix|netbsd|openbsd|sunos|wasm32)-?(arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasi)?(?:-(gnu|musl|msvc|gnueabihf|eabi))?/;
for (const entry of Object.values(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range)) continue;
    const [, os, cpu, libc] = platform.exec(name.split('/').at(-1)) ?? [];
    if (os === undefined) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(os === 'linux' && libc ? { libc: [libc === 'musl' ? 'musl' : 'glibc'] } : {}),
      optional: true,
      os: [os],
    };
    console.error(`completed ${name}@${range}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
