/** The command `doctor`: what is wrong with this installation, why, and what mends it. */
import { styleText } from 'node:util';
import { printJson, progress } from '../../config/command.ts';
import { currentVariables, type Environment } from '../../config/env.ts';
import { reasonOf } from '../installation/probes.ts';
import type { Check, Finding, Found, Patient, Severity } from './finding.ts';
import { MACHINE } from './machine.ts';
import { OTHER_NODE } from './other-node.ts';
import { PROGRAMS } from './programs.ts';
import { REDIS } from './redis.ts';
import { settingsCheck, understood } from './settings.ts';
import { STORES } from './stores.ts';

/** 0 nothing is broken; 1 something is. */
export async function doctor({ json }: { json: boolean }): Promise<number> {
  const { environment, faults } = understood(currentVariables());
  const checks = checksOf(environment, faults);
  const findings: Finding[] = [];
  for (const check of checks) {
    if (process.stderr.isTTY) progress(`looking at ${check.name}`);
    const found = await foundBy(check, { environment, now: new Date() });
    findings.push(...found.map((each) => ({ check: check.name, ...each })));
  }
  const count = (severity: Severity) => findings.filter((each) => each.severity === severity).length;
  const [broken, warnings] = [count('broken'), count('warning')];
  if (json) printJson({ broken, warnings, findings });
  else process.stdout.write(`${findings.map(findingText).join('')}\n${broken} broken, ${warnings} warnings\n`);
  return broken === 0 ? 0 : 1;
}

/** In the order in which they are told. */
export function checksOf({ generationSource }: Environment, faults: readonly Found[]): Check[] {
  const followed = generationSource === undefined ? [] : [OTHER_NODE];
  return [settingsCheck(faults), ...PROGRAMS, ...MACHINE, ...followed, REDIS, ...STORES];
}

/** One that can't be looked at must not hide the others. */
export async function foundBy({ look, isOfPipeline }: Check, patient: Patient): Promise<Found[]> {
  const { generationSource } = patient.environment;
  if (isOfPipeline && generationSource !== undefined)
    return [{ severity: 'note', found: `not of this machine, which serves what ${generationSource.url} publishes` }];
  try {
    return await look(patient);
  } catch (error) {
    return [{ severity: 'broken', found: 'it can’t be looked at', cause: reasonOf(error) }];
  }
}

const COLOURS = { broken: 'red', warning: 'yellow', note: 'blue', ok: 'green' } as const;

function findingText({ check, severity, found, cause, mend }: Finding): string {
  const mark = styleText(COLOURS[severity], severity.padEnd(7), { stream: process.stdout });
  const more = [cause && `cause  ${cause}`, mend && `mend   ${mend}`].filter(Boolean);
  return `${mark}  ${check}: ${found}\n${more.map((line) => `           ${line}\n`).join('')}`;
}
