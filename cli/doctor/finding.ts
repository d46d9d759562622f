/** Findings of the doctor. */
import type { Environment } from '../../config/env.ts';

/** `broken`: does not work, or will not. `warning`: works, but is at risk. `note`: worth knowing. */
export type Severity = 'broken' | 'warning' | 'note' | 'ok';

export interface Finding {
  check: string;
  severity: Severity;
  found: string;
  cause?: string;
  mend?: string;
}

export type Found = Omit<Finding, 'check'>;

export interface Installation {
  environment: Environment;
  now: Date;
}

export interface Check {
  name: string;
  /** Concerns visiting, judging or publishing, which a machine with GENERATION_URL does not do. */
  isOfPipeline?: true;
  inspect(installation: Installation): Found[] | Promise<Found[]>;
}

type Remedy = Pick<Found, 'cause' | 'mend'>;

const finding =
  (severity: Severity) =>
  (found: string, remedy: Remedy = {}): Found[] => [{ severity, found, ...remedy }];

export const broken = finding('broken');
export const warning = finding('warning');
export const note = finding('note');
export const ok = finding('ok');

/** Compares versions of digits and dots. */
export function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}
