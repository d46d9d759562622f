/** The feeds of all products, which are made ahead: too large to be made while one waits. */
import type { BulkFeed } from './bulk-feed.ts';
import { pricingJson, toolsJson } from './catalogue.ts';
import { fullText } from './full-text.ts';
import { sitemap, sitemapParts } from './sitemap.ts';

export const bulkFeeds: readonly BulkFeed[] = [fullText, toolsJson, pricingJson, sitemap, sitemapParts];
