/** A product's price history as a Dataset of schema.org, by the properties that Google's dataset search reads. */
import type { Site } from '../../../config/site.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { homeUrl } from '../../record/envelope.ts';
import type { Interval } from '../charts/intervals.ts';
import type { Thing } from '../parts/layout.ts';

interface History {
  slug: string;
  name: string;
  generation: string;
  span: Interval;
  plans: readonly string[];
  datasets: readonly { dataset: string; attribution?: string | undefined }[];
}

export function historyDataset(site: Site, { slug, name, generation, span, plans, datasets }: History): Thing {
  const { baseUrl, brand } = site;
  const url = `${baseUrl}/tools/${slug}/history`;
  const csv = `${baseUrl}${FEEDS.productHistory.path.replace('{slug}', slug)}`;
  return {
    '@type': 'Dataset',
    '@id': `${url}#dataset`,
    name: `${name} price history`,
    description: `Published prices of ${name} from ${span.from.slice(0, 10)} to ${span.to.slice(0, 10)}, by plan, currency, billing and unit. Each price has its dates and its source: the quote that it was read from, or the dataset that states it.`,
    url,
    version: generation,
    temporalCoverage: `${span.from.slice(0, 10)}/${span.to.slice(0, 10)}`,
    variableMeasured: plans.map((plan) => ({ '@type': 'PropertyValue', name: `Price of ${plan}` })),
    license: `${baseUrl}/terms`,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: brand, url: homeUrl(site) },
    isBasedOn: datasets.map(({ dataset, attribution = dataset }) => ({ '@type': 'CreativeWork', name: attribution })),
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: csv },
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${baseUrl}/api/v2/history/${slug}` },
    ],
  };
}
