import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../data/change.ts';
import { announcementKey, openAnnouncements } from '../../../data/pipeline/announcement.ts';
import { change } from '../../builders.ts';

const events = fc.array(
  fc.record({
    type: fc.constantFrom('announced' as const, 'announcement_retracted' as const),
    amount: fc.constantFrom('30.00', '30', '35.00'),
    day: fc.constantFrom('2027-03-01', '2027-04-01'),
    version: fc.constantFrom(undefined, 'example/a@v1', 'example/a@v2', 'example/b@v1'),
  }),
  { maxLength: 12 },
);

describe('announcements that stand', () => {
  it('are those whose last word is that they are announced, whatever version of a dataset said it', () => {
    fc.assert(
      fc.property(events, (log) => {
        const changes = log.map(
          ({ type, amount, day, version }): Change =>
            change({
              type,
              after: { amount, currency: 'USD', effectiveFrom: day },
              ...(version && {
                imported: { dataset: version, license: 'MIT', asOf: day, asOfBasis: 'date field' },
              }),
            }),
        );
        const open = openAnnouncements(changes.map((each) => ({ change: each, evidence: () => [] })));
        const last = new Map(changes.map((each) => [announcementKey(each), each.type]));
        expect(open.map(({ change: each }) => announcementKey(each)).sort()).toEqual(
          [...last].flatMap(([key, type]) => (type === 'announced' ? [key] : [])).sort(),
        );
        expect(last.size).toBeLessThanOrEqual(2 * 2 * 3);
      }),
    );
  });
});
