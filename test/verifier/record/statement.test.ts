import { expect, test } from 'vitest';
import { Statement } from '../../../data/pipeline/verdict.ts';
import { pricesKey } from '../../../data/store/ledger/source-state.ts';
import { supportedStatement } from '../../../verifier/judge/supported-statement.ts';
import { sameFacts, sameFeatures } from '../../../verifier/record/facts.ts';
import { page } from '../../builders.ts';
import { THREE_TIERS, vendorPage } from '../vendor-page.ts';

const stated = (confidence?: number) => {
  const shown = vendorPage(THREE_TIERS, {
    models: [{ model: 'large-1', input: '2.50', output: '10' }],
    ...(confidence !== undefined && { confidence, negatives: [{ kind: 'cheapest', confidence }] }),
  });
  const seen = { words: shown.words, reading: shown.reading, page: page({ sha256: shown.sha256 }) };
  const known = { own: undefined, ofProduct: undefined };
  return supportedStatement({ ...seen, source: 'pricing', capturedAt: '2026-11-21T12:00:00.000Z', known }).statement;
};

test('statements of the same facts are the same whatever the confidence, and one without any is still read', () => {
  const [sure, unsure, older] = [stated(0.97), stated(0.6), Statement.parse(stated())];
  for (const other of [unsure, older]) {
    expect([sameFacts(sure, other), sameFeatures(sure, other), pricesKey(sure) === pricesKey(other)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(other.evidence.map(({ id }) => id)).toEqual(sure.evidence.map(({ id }) => id));
  }
});
