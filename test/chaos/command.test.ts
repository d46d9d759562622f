/** `npm run chaos` called wrongly. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a fault that there is not is told with those that there are, and none is injected', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'F99'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^There is no fault F99\. There are F1, .*F18, load\n$/);
});
