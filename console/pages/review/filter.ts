/** What a person wants to see of the review, as the address has it. Pure. */
import * as z from 'zod';
import { CAUSES, CHANGE_KINDS } from '../../../data/pipeline/case-kinds.ts';

export const SORTS = { worth: 'Worth', age: 'Oldest first', size: 'Largest change' } as const;

const optional = (most: number) => z.string().trim().min(1).max(most).optional().catch(undefined);

const Filter = z.object({
  cause: z.enum(namesOf(CAUSES)).optional().catch(undefined),
  change: z.enum(namesOf(CHANGE_KINDS)).optional().catch(undefined),
  category: optional(80),
  vendor: optional(120),
  q: optional(120),
  sort: z.enum(namesOf(SORTS)).catch('worth'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
export type Filter = z.infer<typeof Filter>;

function namesOf<Name extends string>(words: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(words) as Name[];
}

/** What can't be understood is as if it were not there. */
export function filterIn(query: URLSearchParams): Filter {
  return Filter.parse(Object.fromEntries(query));
}

/** With a leading `?`, or empty. Defaults are left out. */
export function queryOf({ page, sort, ...filter }: Filter, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  if (sort !== 'worth') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

export function isFiltering({ cause, change, category, vendor, q }: Filter): boolean {
  return [cause, change, category, vendor, q].some((each) => each !== undefined);
}
