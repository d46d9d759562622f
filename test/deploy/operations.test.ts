/** docs/operations.md and what is in deploy/ hold to the code: settings, metrics, runbooks, processes, units. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../config/env.ts';
import {
  BUCKET_CREDENTIALS,
  PROCESS_VARIABLES,
  type ProcessName,
  SYSTEM_VARIABLES,
  unreadBy,
} from '../../config/process-variables.ts';
import { taskMetrics } from '../../serve/files/exporter/follow.ts';
import { parseProcfile } from '../../supervisor/procfile.ts';
import { createMetrics } from '../../verifier/worker/metrics.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const operations = read('docs/operations.md');
const ownVariables = (process: string) =>
  Object.entries(PROCESS_VARIABLES).find(([name]) => name === process)?.[1] ?? [];
const mayHave = (process: string, variable: string) =>
  [...ownVariables(process), ...SYSTEM_VARIABLES, 'HEALTH_PORT'].includes(variable);
const processes = parseProcfile(read('Procfile'));
/** Those of the web process are tried by test/deploy/permission.test.ts. */
const isNoPermission = (word: string) => !/^--(?:permission$|allow-)/.test(word);

it('every setting is in the list, with its default, in the order of the schema', () => {
  const rows = [...operations.matchAll(/^- `([A-Z_]+)`(?: \(`([^`]*)`\))?: /gm)];
  const listed = rows.map(([, name, value]) => ({ name, ...(value !== undefined && { default: value }) }));
  expect(listed).toEqual(settings());
});

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

describe('alerts', () => {
  const rules: Rule[] = parse(read('deploy/alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
  const code = ['crawler', 'verifier', 'serve', 'console']
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }).map(read))
    .join('\n');
  // Names that the code composes.
  const registry = new Registry();
  const registries = [registry, createMetrics().registry];
  for (const name of ['exports', 'feeds']) taskMetrics(registry, { name, subject: name });
  const isThere = (metric: string) =>
    code.includes(`'${metric}'`) || registries.some((each) => each.getSingleMetric(metric));

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (alert, { expr, labels, annotations }) => {
    const metrics = [...expr.matchAll(/\b(?:assay|process)_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    if (alert !== 'ProcessDown') expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((metric) => !isThere(metric))).toEqual([]);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(operations).toMatch(new RegExp(`^### ${alert}$`, 'm'));
    const [open, close] = ['(', ')'].map((bracket) => expr.split(bracket).length);
    expect(open).toBe(close);
  });

  it('every runbook of an alarm has its alarm', () => {
    const books = [...operations.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(books.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

it('no further crawler takes the port of another unit, and Prometheus asks each', () => {
  const own = globSync('deploy/systemd/*.service', { cwd: ROOT }).flatMap((unit) =>
    [...read(unit).matchAll(/^Environment=[A-Z]+_PORT=(91\d\d)\b/gm)].map(([, port]) => port),
  );
  const [, instance, port] = /assay-crawler@(\d+)` listens on (\d+)/.exec(operations) ?? [];
  expect(port).toBe(`91${instance}`);
  expect(own.length).toBe(4);
  expect(own).not.toContain(port);
  for (const each of own) expect(operations).toContain(`"127.0.0.1:${each}"`);
});

it('docs/security.md has the variables of every process', () => {
  const rows = [...read('docs/security.md').matchAll(/^- (\w+): (`[A-Z].*)$/gm)];
  const listed = rows.map(([, name, words = '']) => [name, [...words.matchAll(/`([^`]+)`/g)].map(([, each]) => each)]);
  const bucket = (names: readonly string[]) => [
    ...names.filter((each) => !BUCKET_CREDENTIALS.includes(each)),
    ...(names.includes('AWS_PROFILE') ? ['AWS_*'] : []),
  ];
  expect(listed).toEqual(Object.entries(PROCESS_VARIABLES).map(([name, names]) => [name, bucket(names)]));
});

it('every command that is named is one', () => {
  const commands = new Set([...read('docs/commands.md').matchAll(/^## assay (\S+)/gm)].map(([, name]) => name));
  for (const [, name] of operations.matchAll(/`(?:[A-Z_]+=\S+ )?assay ([a-z-]+)/g)) expect(commands).toContain(name);
});

describe('compose', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });
  const known = new Set([...settings().map(({ name }) => name), 'HEALTH_PORT', 'HOME']);

  it('runs every process of the Procfile by the same command', () => {
    for (const { name, args } of processes)
      expect([name, services[name]?.command.filter(isNoPermission)]).toEqual([name, ['node', ...args]]);
    expect(Object.keys(services).toSorted()).toEqual([...processes.map(({ name }) => name), 'redis'].toSorted());
  });

  it.each(processes.map(({ name }) => name))('%s writes to its volume alone, and is known settings only', (name) => {
    const { read_only, cap_drop, security_opt, environment, ports = [], image, logging } = services[name];
    expect({ read_only, cap_drop, security_opt, image, logging }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      image: 'assay:local',
      // What a client makes it write does not fill the disk.
      logging: { driver: 'local' },
    });
    for (const variable of Object.keys(environment)) expect(known).toContain(variable);
    const [imageSets = ''] = /(?<=^ENV ).*$/m.exec(read('deploy/Dockerfile')) ?? [];
    const given = [...Object.keys(environment), ...imageSets.split(' ').map((each) => each.split('=')[0] ?? '')];
    expect(given.filter((variable) => !mayHave(name, variable))).toEqual([]);
    // Nothing listens beyond this machine: a proxy does.
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('Redis keeps what it is given', () => {
    const command: string[] = services.redis.command;
    expect(command[command.indexOf('--maxmemory-policy') + 1]).toBe('noeviction');
    expect(command[command.indexOf('--appendonly') + 1]).toBe('yes');
    expect(services.redis.ports).toBeUndefined();
  });

  it('the web can’t write', () => expect(services.web.volumes).toEqual(['data:/data:ro']));
});

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  const instructions = text.split('\n').filter((line) => line.trim() !== '');

  it('is of instructions that there are, each base pinned to a version, the Node of the lock', () => {
    for (const line of instructions)
      expect(line.trim()).toMatch(/^(?:FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD|ENTRYPOINT) /);
    const { dependencies } = JSON.parse(read('package.json'));
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(Array(2).fill(`node:${dependencies.node}-bookworm-slim`));
  });

  it('copies what is there, and runs as nobody who may write', () => {
    for (const [, sources] of text.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const source of sources?.split(' ') ?? [])
        expect([source, existsSync(join(ROOT, source))]).toEqual([source, true]);
    const user = instructions.findLastIndex((line) => line.startsWith('USER '));
    expect(instructions[user]).toBe('USER 10001:10001');
    expect(instructions.slice(user).some((line) => line.startsWith('RUN '))).toBe(false);
    expect(text).toContain('HEALTHCHECK');
    const ignored = read('.dockerignore');
    for (const path of ['node_modules', '.git', 'data/var']) expect(ignored.split('\n')).toContain(path);
  });
});

describe('systemd units', () => {
  const folder = join(ROOT, 'deploy/systemd');
  const services = readdirSync(folder).filter((name) => name.endsWith('.service'));
  const unitOf = (process: string) => (process === 'crawler' ? 'assay-crawler@.service' : `assay-${process}.service`);

  it('there is one for every process, by the command of the Procfile', () => {
    for (const { name, args } of processes) {
      const command = /^ExecStart=(.*)$/m.exec(readFileSync(join(folder, unitOf(name)), 'utf8'))?.[1] ?? '';
      const words = command.split(' ').slice(1).filter(isNoPermission);
      expect([name, words]).toEqual([name, args]);
    }
  });

  it.each(services)('%s gives its process what it reads, and no other setting or credential', (file) => {
    const process = /^assay-([a-z]+)/.exec(file)?.[1] ?? '';
    const text = readFileSync(join(folder, file), 'utf8');
    const unset = /^UnsetEnvironment=(.*)$/m.exec(text)?.[1]?.split(' ');
    expect(unset).toEqual(unreadBy(process as ProcessName, settings()));
    for (const [, assignments] of text.matchAll(/^Environment=(.*)$/gm))
      for (const each of assignments?.split(' ') ?? [])
        expect([each, mayHave(process, each.split('=')[0] ?? '')]).toEqual([each, true]);
  });

  it.each(services)('%s is hardened', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'PrivateDevices=yes',
      'CapabilityBoundingSet=',
      'User=assay',
      'UMask=0027',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('systemd itself finds nothing wrong with them', () => {
    // As they are installed, with programs that are here.
    const units = temporaryDirectory();
    mkdirSync(units, { recursive: true });
    for (const name of readdirSync(folder))
      writeFileSync(
        join(units, name),
        readFileSync(join(folder, name), 'utf8').replaceAll('/opt/assay/node_modules/.bin/node', process.execPath),
      );
    const { error, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', ...readdirSync(units).map((name) => join(units, name))],
      { encoding: 'utf8' },
    );
    // A machine without systemd has no use for them either.
    if (error !== undefined) return expect(error).toMatchObject({ code: 'ENOENT' });
    const ours = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line.includes('assay') && !line.includes('/opt/assay/docs'));
    expect(ours).toEqual([]);
  });
});
