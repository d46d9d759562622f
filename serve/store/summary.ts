/** The summary of the published generation. */
import { TRUST } from '../../config/trust.ts';
import { wellKnownPlace } from '../../config/well-known.ts';
import { type GenerationSummary, generationSummary } from '../../data/store/generation/summary.ts';
import { atOnce } from '../../data/store/steps.ts';
import type { Store } from './store.ts';

/** As published; computed here from a generation that has none. */
export function summaryOf({
  generation,
  listed,
  derived,
}: Pick<Store, 'generation' | 'listed' | 'derived'>): GenerationSummary {
  return derived.of(listed, 'summary', () => {
    const published = generation.quality('summary') as GenerationSummary | undefined;
    const settings = { thresholds: TRUST, placeOf: wellKnownPlace, at: generation.publishedAt };
    return published ?? atOnce(generationSummary(listed, settings));
  });
}
