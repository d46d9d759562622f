/** The feeds that are made when they are asked for: those of published data, and those that are the same without any. */
import type { FixedPage, Page } from '../../interface/page.ts';
import { apiCatalog } from './api-catalog.ts';
import { changesFeed } from './changes.ts';
import { llmsText } from './llms.ts';
import { productHistory } from './product-history.ts';
import { robots } from './robots.ts';

export const smallFeeds: readonly Page[] = [changesFeed, productHistory, llmsText];

export const fixedFeeds: readonly FixedPage[] = [apiCatalog, robots];
