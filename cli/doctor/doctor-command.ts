/** The command `doctor`: what is wrong with this installation, why, and how to mend it. */
import { styleText } from 'node:util';
import { printJson, progress } from '../../config/command.ts';
import { currentVariables, type Environment } from '../../config/env.ts';
import { reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Finding, type Found, type Installation, note, type Severity } from './finding.ts';
import { MACHINE } from './machine.ts';
import { networkCheck } from './network.ts';
import { OTHER_NODE } from './other-node.ts';
import { PROGRAMS } from './programs.ts';
import { REDIS } from './redis.ts';
import { readableEnvironment, settingsCheck } from './settings.ts';
import { STORES } from './stores.ts';

export async function doctor({ json, offline }: { json: boolean; offline: boolean }): Promise<number> {
  const { environment, faults } = readableEnvironment(currentVariables());
  const findings: Finding[] = [];
  for (const check of checksOf(environment, { faults, isOffline: offline })) {
    if (process.stderr.isTTY) progress(`checking ${check.name}`);
    const found = await foundBy(check, { environment, now: new Date() });
    findings.push(...found.map((each) => ({ check: check.name, ...each })));
  }
  const count = (severity: Severity) => findings.filter((each) => each.severity === severity).length;
  const counts = { broken: count('broken'), warnings: count('warning') };
  if (json) printJson({ ...counts, findings });
  else
    process.stdout.write(
      `${findings.map(findingText).join('')}\n${counts.broken} broken, ${counts.warnings} warnings\n`,
    );
  return counts.broken === 0 ? 0 : 1;
}

interface Looking {
  /** Of the environment. */
  faults: readonly Found[];
  /** The network is not looked at. */
  isOffline: boolean;
}

export function checksOf({ generationSource }: Environment, { faults, isOffline }: Looking): Check[] {
  const followed = generationSource === undefined ? [] : [OTHER_NODE];
  return [settingsCheck(faults), ...PROGRAMS, ...MACHINE, ...followed, networkCheck({ isOffline }), REDIS, ...STORES];
}

/** A check that fails is itself a finding, so that the others still run. */
export async function foundBy({ inspect, isOfPipeline }: Check, installation: Installation): Promise<Found[]> {
  const { generationSource } = installation.environment;
  if (isOfPipeline && generationSource !== undefined)
    return note(`not needed: this machine serves generations of ${generationSource.url}`);
  try {
    return await inspect(installation);
  } catch (error) {
    return broken('the check failed', { cause: reasonOf(error) });
  }
}

const COLOURS = { broken: 'red', warning: 'yellow', note: 'blue', ok: 'green' } as const;

function findingText({ check, severity, found, cause, mend }: Finding): string {
  const mark = styleText(COLOURS[severity], severity.padEnd(7), { stream: process.stdout });
  const more = [cause && `cause  ${cause}`, mend && `fix    ${mend}`].filter(Boolean);
  return `${mark}  ${check}: ${found}\n${more.map((line) => `           ${line}\n`).join('')}`;
}
