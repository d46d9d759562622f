/** The node that GENERATION_URL names: whether it answers, and offers a generation that can be taken. */
import { whyNotToTake } from '../../data/store/ledger/data-dir-role.ts';
import type { Refusal } from '../../serve/files/replica/pull.ts';
import { offeredBy, reasonOf } from '../installation/probes.ts';
import { broken, type Check, type Found, type Installation, note, ok } from './finding.ts';

export const OTHER_NODE: Check = { name: 'other node', inspect };

const REFUSALS: Record<Refusal, Pick<Found, 'cause' | 'mend'>> = {
  unknown_schema: { cause: 'the other node runs another version', mend: 'run the same version on both' },
  older: {
    cause: 'the other node was reset to an older generation',
    mend: 'none needed: downloads continue once its numbers are higher than here',
  },
  too_large: { cause: 'it is larger than the limit', mend: 'check the publication on the other node' },
};

async function inspect({ environment: { generationSource, dataDir } }: Installation): Promise<Found[]> {
  if (generationSource === undefined) return ok('none (GENERATION_URL is not set)');
  const { url } = generationSource;
  const cause = whyNotToTake(dataDir);
  if (cause !== undefined)
    return broken('GENERATION_URL is set, but this machine publishes its own generations', {
      cause,
      mend: 'unset GENERATION_URL',
    });
  try {
    const { generation, isHere, refusal } = await offeredBy(url, dataDir);
    const found = `${url} publishes generation ${generation}`;
    if (refusal !== undefined) return broken(`${found}, which this node rejects`, REFUSALS[refusal]);
    if (isHere) return ok(`${found}, already downloaded`);
    return note(`${found}, not downloaded yet`, {
      cause: 'the exporter downloads it',
      mend: 'npm start',
    });
  } catch (error) {
    const mend = `curl -i ${url}/exports/current.json; this node serves its last generation meanwhile`;
    return broken(`${url} does not respond like an Assay node`, { cause: reasonOf(error), mend });
  }
}
