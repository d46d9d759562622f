/** Changes of catalogue files reach the running processes: no restart. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { eventually } from '../eventually.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

const FOLLOWING = ['scheduler', 'crawler', 'verifier'] as const;

let pipeline: Pipeline;

beforeAll(async () => {
  const vendors = VENDORS.filter(({ slug }) => slug === 'ambervale');
  const processes = [...FOLLOWING, 'web'] as const;
  pipeline = await startPipeline({ vendors, clock: new Date(), processes });
}, 90_000);
afterAll(() => pipeline?.stop());

const fileOf = (slug: string) => join(pipeline.dataDir, 'catalogue/products', `${slug}.yaml`);
const put = (slug: string, path: string) => {
  const sources = [{ id: 'pricing', url: `https://ambervale.vendor.test${path}` }];
  const category = pipeline.products[0]?.category;
  writeFileSync(fileOf(slug), stringify({ name: slug, vendor: 'Ambervale', category, sources }));
};
const logged = (name: string, event: string) =>
  pipeline.log.filter((line) => line.startsWith(`${name} `) && line.includes(`"event":"${event}"`));
const isVisited = (path: string) => pipeline.web.requestsTo('ambervale', path).length > 0;
const isServed = async (slug: string) => (await pipeline.get(`/api/v2/pricing/${slug}`)).status === 200;

it('a file that is dropped in is visited and served, and one that is wrong is refused until it is mended', async () => {
  const path = pipeline.web.vendor('ambervale').path;
  put('newcomer', `${path}?of=newcomer`);
  await eventually('its source is visited', () => isVisited(`${path}?of=newcomer`));
  await eventually('it is served', () => isServed('newcomer'));

  writeFileSync(fileOf('broken'), 'name: Broken\nvendor: Broken\ncategory: unheard-of\n');
  for (const name of FOLLOWING)
    await eventually(`the ${name} refuses it`, () => logged(name, 'catalogue_refused').length > 0);
  expect(logged('scheduler', 'catalogue_refused').at(-1)).toContain('"file":"products/broken.yaml","line":3');
  put('later', `${path}?of=later`);
  put('broken', `${path}?of=mended`);
  for (const name of ['later', 'mended']) await eventually('it is visited', () => isVisited(`${path}?of=${name}`));

  expect(pipeline.log.filter((line) => /"event":"(?:job_failed|invalid_job|died)"/.test(line))).toEqual([]);
}, 120_000);
