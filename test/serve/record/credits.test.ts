import { describe, expect, it } from 'vitest';
import { creditsOf } from '../../../serve/record/origins.ts';
import { snapshot } from '../../builders.ts';

const of = (dataset: string, license: string) =>
  snapshot({ origin: 'imported', imported: { dataset, license, asOf: '2025-03-07', asOfBasis: 'date field' } });

describe('credits', () => {
  it('are due once a dataset, whatever files of it were taken, and to nobody for what we observed', () => {
    const snapshots = [
      snapshot(),
      of('isa-group/SaaS-analysis:a.yml@v1', 'CC-BY-4.0'),
      of('isa-group/SaaS-analysis:b.yml@v1', 'CC-BY-4.0'),
      of('example/prices@v1', 'MIT'),
    ];
    expect(creditsOf(snapshots)).toEqual([
      { dataset: 'example/prices', license: 'MIT', attribution: undefined, caveat: undefined },
      {
        dataset: 'isa-group/SaaS-analysis',
        license: 'CC-BY-4.0',
        attribution: expect.stringContaining('10.5281/zenodo.16106711'),
        caveat: expect.stringContaining('monthly and annually'),
      },
    ]);
    expect(creditsOf([snapshot()])).toEqual([]);
  });
});
