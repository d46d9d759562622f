import type { FixedPage, Page } from '../../interface/page.ts';
import { apiCatalog } from './api-catalog.ts';
import type { BulkFeed } from './bulk-feed.ts';
import { pricingJson, toolsJson } from './catalogue.ts';
import { changesFeed, changesJsonFeed } from './changes.ts';
import { fullText } from './full-text.ts';
import { llmsText } from './llms.ts';
import { productHistory } from './product-history.ts';
import { liteLlmFeed, modelsDevFeed } from './rate-maps.ts';
import { robots } from './robots.ts';
import { sitemap, sitemapParts } from './sitemap.ts';
import { travellingPrices } from './travelling.ts';

export const smallFeeds: readonly Page[] = [changesFeed, changesJsonFeed, productHistory, llmsText];

export const fixedFeeds: readonly FixedPage[] = [apiCatalog, robots];

export const bulkFeeds: readonly BulkFeed[] = [
  fullText,
  toolsJson,
  pricingJson,
  travellingPrices,
  liteLlmFeed,
  modelsDevFeed,
  sitemap,
  sitemapParts,
];
