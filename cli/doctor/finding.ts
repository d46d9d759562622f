/** What the doctor finds. */
import type { Environment } from '../../config/env.ts';

/**
 * `broken`: something that should work does not, or will not. `warning`: it works, and is at risk or is not as it should
 * be. `note`: worth knowing.
 */
export type Severity = 'broken' | 'warning' | 'note' | 'ok';

export interface Finding {
  check: string;
  severity: Severity;
  found: string;
  /** Of what is not well. */
  cause?: string;
  /** A command, or what to do by hand. */
  mend?: string;
}

export interface Patient {
  environment: Environment;
  now: Date;
}

/** What one check finds, without its name; at least one thing. */
export type Found = Omit<Finding, 'check'>;

export interface Check {
  name: string;
  /** Of what visits, judges and publishes: on a machine that takes its generations from another node there is none. */
  isOfPipeline?: true;
  look(patient: Patient): Found[] | Promise<Found[]>;
}

export function ok(found: string): Found[] {
  return [{ severity: 'ok', found }];
}
