/** `npm start` as it is, with every setting and credential set: what each process that it starts was given of them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settings } from '../../config/env.ts';
import { BUCKET_CREDENTIALS, environmentOf, SYSTEM_VARIABLES } from '../../config/process-variables.ts';
import { runningUnder } from '../../supervisor/running.ts';
import { eventually } from '../eventually.ts';
import { type Program, startProgram } from '../program.ts';
import { install, placesOf } from '../verifier/verifier-process.ts';

const MAIN = resolve(import.meta.dirname, '../../supervisor/main.ts');
/** Added by Node to a process with an IPC channel. */
const BY_NODE = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];
const SECRETS = Object.fromEntries(
  ['CONSOLE_TOKEN', 'UNRELATED_SECRET', ...BUCKET_CREDENTIALS].map((name) => [name, `the-secret-of-${name}`]),
);
const PROCESSES = 8;

const installation = await install(1);
let program: Program;
const processes = () => runningUnder(installation.dataDir)?.processes ?? [];
beforeAll(async () => {
  const ports = { PORT: '0', BASE_URL: 'http://prices.example', CONSOLE_USER: 'operator' };
  program = startProgram([MAIN], { ...placesOf(installation), ...ports, ...SECRETS, BRAND: 'Prices' });
  await program.until('ready');
  await eventually('all run', () => processes().length >= PROCESSES);
}, 60_000);
afterAll(() => program?.end('SIGTERM'));

it.skipIf(process.platform !== 'linux')('has the variables that it reads, and no others', () => {
  expect(processes()).toHaveLength(PROCESSES);
  for (const { name, pid } of processes()) {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    // Redis writes its title over its environment.
    const given = entries.flatMap((entry) => /^[A-Z_][A-Z0-9_]*(?==)/.exec(entry)?.[0] ?? []);
    const may = [
      ...SYSTEM_VARIABLES,
      ...BY_NODE,
      ...Object.keys(environmentOf(name, { ...everySetting(), ...SECRETS })),
    ];
    expect([name, given.filter((each) => !may.includes(each))]).toEqual([name, []]);
    expect([name, entries.join('\n').includes(SECRETS.UNRELATED_SECRET ?? '')]).toEqual([name, false]);
  }
});

it.skipIf(process.platform !== 'linux')('lets the web process write no file, and serves', () => {
  const limits = processes().map(({ name, pid }) => [
    name,
    /^Max file size +(\S+) +(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.slice(1),
  ]);
  expect(limits.filter(([, limit]) => String(limit) === '0,0').map(([name]) => name)).toEqual(['web']);
  // It has asked the web process for /readyz.
  expect(program.hasLogged('ready')).toBe(true);
});

function everySetting(): Record<string, string> {
  return Object.fromEntries(settings().map((setting) => [setting.name, 'set']));
}
