/** The other node, of a machine that serves what that one publishes: there, and with a generation that can be taken. */
import { whyNotToTake } from '../../data/store/ledger/data-dir-role.ts';
import type { Refusal } from '../../serve/files/replica/pull.ts';
import { offeredBy, reasonOf } from '../installation/probes.ts';
import { type Check, type Found, ok, type Patient } from './finding.ts';

export const OTHER_NODE: Check = { name: 'other node', look };

const REFUSALS: Record<Refusal, Pick<Found, 'cause' | 'mend'>> = {
  unknown_schema: { cause: 'it is of another version than this machine', mend: 'run the same version on both' },
  older: { cause: 'it was set back', mend: 'it is taken again once its numbers have passed the one here' },
  too_large: { cause: 'it is larger than any generation should be', mend: 'see there what was published' },
};

async function look({ environment: { generationSource, dataDir } }: Patient): Promise<Found[]> {
  if (generationSource === undefined) return ok('none is followed');
  const { url } = generationSource;
  const cause = whyNotToTake(dataDir);
  if (cause !== undefined) {
    const found = 'GENERATION_URL is set, and this machine publishes itself';
    return [{ severity: 'broken', found, cause, mend: 'unset GENERATION_URL' }];
  }
  try {
    const { generation, isHere, refusal } = await offeredBy(url, dataDir);
    const found = `${url} publishes generation ${generation}`;
    if (refusal !== undefined)
      return [{ severity: 'broken', found: `${found}, which is not taken here`, ...REFUSALS[refusal] }];
    if (isHere) return ok(`${found}, the one that is here`);
    const cause = 'the exporter takes it, where it runs';
    return [{ severity: 'note', found: `${found}, which is not here yet`, cause, mend: 'npm start' }];
  } catch (error) {
    const mend = `curl -i ${url}/exports/current.json; what is here is served meanwhile`;
    return [{ severity: 'broken', found: `${url} does not answer as a node does`, cause: reasonOf(error), mend }];
  }
}
