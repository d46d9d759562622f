import * as z from 'zod';
import { find, seek } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { productPageUrl } from '../../record/envelope.ts';
import { HISTORY_COLUMNS } from '../exports/columns.ts';
import { csvHeader, csvRow, historyRows } from '../exports/history-rows.ts';

export const productHistory = page({
  ...FEEDS.productHistory,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }) {
    const sought = seek(store, slug);
    const { name, vendor, category } = sought.kind === 'retired' ? sought.product : find(store, slug).product;
    const subject = { slug, name, vendor, category, page: productPageUrl(store.site, slug) };
    const stated = store.generation.recordedSnapshots(slug).filter(({ superseded }) => superseded !== true);
    const rows = stated.flatMap((snapshot) => historyRows(subject, snapshot));
    return csvHeader(HISTORY_COLUMNS) + rows.map((row) => csvRow(HISTORY_COLUMNS, row)).join('');
  },
});
