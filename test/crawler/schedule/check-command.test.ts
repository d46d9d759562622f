import { expect, it } from 'vitest';
import { report } from '../../../crawler/schedule/check-command.ts';
import { PLAIN } from '../../../data/text/terminal.ts';
import { failure, verdict } from '../../builders.ts';

it('a refused quote is shown without what would control a terminal', () => {
  const refused = [{ quote: 'Save 20%\u009b2J\u202e annually', reason: 'annual_discount' }];
  expect(report({ observation: failure(), verdict: verdict({ refused }) }, PLAIN)).toContain(
    '  refused, annual_discount: "Save 20%2J annually"\n',
  );
});
