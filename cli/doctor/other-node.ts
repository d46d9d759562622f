/** The node that GENERATION_URL names: whether it answers, and offers a generation that can be taken. */
import { whyNotToTake } from '../../data/store/ledger/data-dir-role.ts';
import type { Refusal } from '../../serve/files/replica/pull.ts';
import { offeredBy, reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, note, ok } from './finding.ts';

export const OTHER_NODE: Check = { name: 'other node', inspect };

const REFUSALS: Record<Refusal, Pick<Found, 'cause' | 'mend'>> = {
  unknown_schema: { cause: 'it is of another version than this machine', mend: 'run the same version on both' },
  older: { cause: 'it was set back', mend: 'it is taken again once its numbers have passed the one here' },
  too_large: { cause: 'it is larger than any generation should be', mend: 'see there what was published' },
};

async function inspect({ environment: { generationSource, dataDir } }: Installation): Promise<Found[]> {
  if (generationSource === undefined) return ok('none is followed');
  const { url } = generationSource;
  const cause = whyNotToTake(dataDir);
  if (cause !== undefined)
    return broken('GENERATION_URL is set, and this machine publishes itself', { cause, mend: 'unset GENERATION_URL' });
  try {
    const { generation, isHere, refusal } = await offeredBy(url, dataDir);
    const found = `${url} publishes generation ${generation}`;
    if (refusal !== undefined) return broken(`${found}, which is not taken here`, REFUSALS[refusal]);
    if (isHere) return ok(`${found}, the one that is here`);
    return note(`${found}, which is not here yet`, {
      cause: 'the exporter takes it, where it runs',
      mend: 'npm start',
    });
  } catch (error) {
    const mend = `curl -i ${url}/exports/current.json; what is here is served meanwhile`;
    return broken(`${url} does not answer as a node does`, { cause: reasonOf(error), mend });
  }
}
