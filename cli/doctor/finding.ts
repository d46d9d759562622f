/** Findings of the doctor. */
import type { Environment } from '../../config/env.ts';

/** `broken`: does not work, or will not. `warning`: works, but is at risk. `note`: worth knowing. */
export type Severity = 'broken' | 'warning' | 'note' | 'ok';

export interface Finding {
  check: string;
  severity: Severity;
  found: string;
  cause?: string;
  /** A command, or what to do by hand. */
  mend?: string;
}

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>;

/** The installation under check. */
export interface Installation {
  environment: Environment;
  now: Date;
}

export interface Check {
  name: string;
  /** Concerns visiting, judging or publishing, which a machine with GENERATION_URL does not do. */
  isOfPipeline?: true;
  /** Returns at least one finding. */
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
