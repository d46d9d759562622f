/** Plans in a page's data: lists of objects of which each is called after a plan, with the numbers in them. */
import { defined } from '../../../data/defined.ts';
import { isZero } from '../../../data/money.ts';
import { type DataObject, type DataValue, partsOf } from '../declared/literal.ts';
import { citeSource, type PageData, pageDataOf } from '../declared/page-data.ts';
import { writtenPrice } from '../declared/terms.ts';
import { tierKey } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import { isPlain, tidyName } from '../page/label.ts';
import { anchor } from './anchors.ts';
import type { Block, Cluster, Item, Title } from './blocks.ts';

const MAX_NODES = 20_000;
const MAX_LEAVES = 120;
const MAX_DEPTH = 5;
const MAX_OBJECTS = 60;

export function dataClusters({ document }: Page, keys: ReadonlySet<string>): Cluster[] {
  const clusters: Cluster[] = [];
  for (const data of pageDataOf(document)) {
    let left = MAX_NODES;
    const seen = new Set<DataValue>();
    const open: { node: DataValue; path: string[] }[] = [{ node: data.root, path: [] }];
    for (let at = open.pop(); at !== undefined && left > 0; at = open.pop()) {
      const { node, path } = at;
      if (seen.has(node)) continue;
      seen.add(node);
      left -= 1;
      const parts = partsOf(node);
      const objects = parts.flatMap(({ value }) => (value.kind === 'object' ? value : []));
      const isList = objects.length <= MAX_OBJECTS;
      const blocks = isList ? objects.map((each) => blockOf(document.source, each, { data, path })) : [];
      const named = new Set(blocks.flatMap(({ titles }) => titles.map(({ key }) => key))).intersection(keys);
      if (named.size * 2 >= keys.size && named.size > 0)
        clusters.push({
          ...{ layout: 'data', start: node.start, end: node.end, blocks },
          isBilledYearly: false,
          elsewhere: new Set(),
          anchors: {
            ...anchor('path', path.filter((key) => !/^\d+$/.test(key)).join('.')),
            ...anchor('label', data.name),
          },
        });
      for (const { key, value } of parts.toReversed())
        if (path.length < 40) open.push({ node: value, path: [...path, key] });
    }
  }
  return clusters;
}

function blockOf(source: string, object: DataObject, { data, path }: { data: PageData; path: string[] }): Block {
  const titles: Title[] = [];
  const items: Item[] = [];
  const cite = citeSource(source);
  const open: { node: DataValue; keys: string[]; start: number }[] = [{ node: object, keys: [], start: object.start }];
  for (let left = MAX_LEAVES, at = open.pop(); at !== undefined && left > 0; left -= 1, at = open.pop()) {
    const { node, keys, start } = at;
    if (node.kind === 'array' || node.kind === 'object') {
      if (keys.length >= MAX_DEPTH) continue;
      for (const { key, start: from, value } of partsOf(node).toReversed())
        open.push({ node: value, keys: [...keys, key], start: from });
      continue;
    }
    const anchors = anchor('label', keys.join('.'));
    const words = tidyName(node.value);
    const key = tierKey(words);
    const place = { start: node.start, end: node.end };
    if (node.kind === 'string' && words.length <= 80 && key !== '' && isPlain(words))
      titles.push({ ...place, words, key, isTerms: () => false, isFree: () => false, anchors });
    const price = node.kind === 'word' ? undefined : writtenPrice(node.value, '');
    if (price === undefined) continue;
    const { amount, currency } = price;
    items.push({
      ...{ ...place, amount, isFloor: false, says: {}, from: 'data', anchors },
      kind: isZero(amount) ? 'free' : 'amount',
      ...defined({ currency }),
      isCurrencyAssumed: price.isCurrencyAssumed ?? currency === undefined,
      evidence() {
        const cited = cite({ key: keys.at(-1) ?? '', start, value: node }, data, { path });
        return cited && { ...cited, method: 'recipe' };
      },
    });
  }
  return { start: object.start, end: object.end, titles, items, phrases: [] };
}
