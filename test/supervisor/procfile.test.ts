import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseProcfile } from '../../supervisor/procfile.ts';

test.each([
  ['web: ruby serve.rb', 'Cannot read the Procfile: "web: ruby serve.rb" is not "name: node program"'],
  ['web: node', 'Cannot read the Procfile: "web: node" is not "name: node program"'],
  ['node serve/main.ts', 'is not "name: node program"'],
  ['web: node a.ts\nweb: node b.ts', 'Cannot read the Procfile: "web" occurs twice'],
])('refuses %j', (text, message) => {
  expect(() => parseProcfile(text)).toThrow(message);
});

test('reads names and what follows node, past comments and empty lines', () => {
  expect(
    parseProcfile('# all of it\n\nweb:  node serve/main.ts  --quiet\r\nverifier: node verifier/worker/main.ts'),
  ).toEqual([
    { name: 'web', args: ['serve/main.ts', '--quiet'] },
    { name: 'verifier', args: ['verifier/worker/main.ts'] },
  ]);
});

test('our own is read', () => {
  const names = parseProcfile(readFileSync('Procfile', 'utf8')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['web', 'scheduler', 'crawler', 'verifier', 'console']));
});
