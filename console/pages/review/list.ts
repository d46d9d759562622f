/** The list of cases: filtered, grouped, and decided many at once. */
import { CAUSES, CHANGE_KINDS } from '../../../data/pipeline/case-kinds.ts';
import { auditEntry } from '../../../data/store/ledger-queries/audit-log.ts';
import { capital } from '../../../data/text/sentence-parts.ts';
import { type Difference, differences } from '../../../verifier/review/differences.ts';
import { type Html, html, options } from '../../../web/html.ts';
import type { Batch } from '../../installation/verifier-link.ts';
import { reasonField } from '../../view/form-parts.ts';
import { ago, counted, teachPath, vendorText } from '../../view/wording.ts';
import type { ConsolePage, PageRequest } from '../page.ts';
import { casesIn, type Group, groupsOf, type ReviewCase } from './cases.ts';
import { type Filter, filterIn, isFiltering, queryOf, SORTS } from './filter.ts';
import { batchStatus, lastDecision } from './outcome.ts';
import { keysHelp, seen } from './parts.ts';
import { reportList, reportsIn } from './reports.ts';

const PAGE_SIZE = 200;
const SHOWN_DIFFERENCES = 3;
const SHOWN_REASONS = 2;

export const review: ConsolePage = {
  path: '/review',
  show(installation, request) {
    const { query, who } = request;
    const filter = filterIn(query);
    const name = query.get('batch') ?? '';
    const batch = installation.verifier.batch(name);
    const all = casesIn(installation).filter(({ waiting }) => !isInHand(batch, waiting.on));
    const groups = groupsOf(all, filter);
    const found = groups.reduce((sum, { cases }) => sum + cases.length, 0);
    const page = Math.min(filter.page, Math.max(1, Math.ceil(found / PAGE_SIZE)));
    const shown = pageOf(groups, page);
    const done = installation.ledger((ledger) => auditEntry(ledger, query.get('done') ?? ''));
    const select = query.get('select') ?? '';
    return {
      title: 'Review',
      place: '/review',
      isLive: true,
      script: 'review',
      main: html`<h1>Review <span class="count" id="count" data-live>${all.length}</span></h1>
${lastDecision(done, query)}
<div role="status"><div id="batch" data-live>${batch !== undefined && batchStatus(batch, name, filter)}</div><p id="outdated" class="quiet" hidden>The queue has changed since. <a href="">Reload the list</a></p></div>
<p class="lead">Readings that need a decision. A contradicted record stays published as disputed until a decision or a new page.</p>
${reportList(reportsIn(installation), { baseUrl: installation.environment.baseUrl, now: request.now })}
${all.length === 0 ? html`<p class="calm-note">The queue is empty.</p>` : filterForm(all, filter)}
${all.length > 0 && html`<p class="quiet">${counted(found, 'case')}${found !== all.length && ` of ${all.length}`}${isFiltering(filter) && html` · <a href="/review${queryOf({ sort: filter.sort, page: 1 })}">Clear the filter</a>`}</p>`}
${shown.length > 0 && casesForm(shown, { filter, select, found, request, reasons: reasonField(installation, who) })}
${pageLinks(filter, page, Math.ceil(found / PAGE_SIZE))}
${keysHelp()}`,
    };
  },
};

/** Decided, and not yet taken or refused by the verifier. */
function isInHand(batch: Batch | undefined, on: string): boolean {
  return batch?.decisions.some((each) => each.on === on) === true && !batch.refused.some((each) => each.on === on);
}

function pageOf(groups: readonly Group[], page: number): (Group & { total: number })[] {
  const [from, to] = [(page - 1) * PAGE_SIZE, page * PAGE_SIZE];
  let before = 0;
  return groups.flatMap((group) => {
    const cases = group.cases.slice(Math.max(0, from - before), Math.max(0, to - before));
    before += group.cases.length;
    return cases.length === 0 ? [] : [{ ...group, cases, total: group.cases.length }];
  });
}

function filterForm(all: readonly ReviewCase[], filter: Filter): Html {
  type Field = 'cause' | 'change' | 'category' | 'vendor';
  const select = (name: Field, namesOf: (each: ReviewCase) => string | readonly string[], words?: Words) =>
    html`<label>${capital(name)} <select name="${name}"><option value="">Any</option>${options(countedNames(all.flatMap(namesOf), words), filter[name])}</select></label>`;
  return html`<form method="get" action="/review" class="row filter" role="search">
${select('cause', ({ cause }) => cause, CAUSES)}
${select('change', ({ changes }) => changes, CHANGE_KINDS)}
${select('category', ({ product }) => product?.category ?? [])}
${select('vendor', ({ product }) => product?.vendor ?? [])}
<label>Text <input type="search" name="q" maxlength="120" value="${filter.q}"></label>
<label>Sort <select name="sort">${options(Object.entries(SORTS), filter.sort)}</select></label>
<button class="plain">Show</button>
</form>`;
}

type Words = Readonly<Record<string, string>>;

/** Each name with its count: the commonest first where there are words for them, else in alphabetical order. */
function countedNames(names: readonly string[], words?: Words): [name: string, text: string][] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => ({ name, cases: length, word: words?.[name] ?? vendorText(name, 60) }))
    .toSorted((a, b) => (words === undefined ? a.word.localeCompare(b.word) : b.cases - a.cases))
    .map(({ name, cases, word }) => [name, `${word} (${cases})`]);
}

interface Shown {
  filter: Filter;
  /** Id of the group to select, or `page`. */
  select: string;
  found: number;
  request: PageRequest;
  reasons: Html;
}

function casesForm(groups: readonly (Group & { total: number })[], shown: Shown): Html {
  const { filter, reasons, found } = shown;
  const onPage = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  return html`<form method="post" action="/review${queryOf(filter)}" class="many">
${groups.map((group) => groupSection(group, shown))}
<fieldset class="bar"><legend class="unseen">Decide on the selected cases</legend>
<a class="button small" href="/review${queryOf(filter, { select: 'page' })}" data-select="page">Select all ${onPage}${found > onPage && ' of this page'}</a>
<span class="choice"><label><input type="radio" name="action" value="accept" required> Accept</label>
<label><input type="radio" name="action" value="reject"> Reject</label></span>
${reasons}
<button>Decide<span data-selected></span></button>
</fieldset>
</form>`;
}

function groupSection({ id, cause, change, cases, total }: Group & { total: number }, shown: Shown): Html {
  const { filter, select } = shown;
  const isSelected = select === id || select === 'page';
  return html`<section class="group" aria-labelledby="group-${id}">
<div class="head"><h2 id="group-${id}"><a href="/review${queryOf({ ...filter, cause, change, page: 1 })}">${CAUSES[cause]}</a> <span class="quiet">${CHANGE_KINDS[change]}</span> <span class="count">${total}</span></h2>
<a class="button small" href="/review${queryOf(filter, { select: id })}" data-select="group">Select ${cases.length === 1 ? 'it' : `all ${cases.length}`}</a></div>
<ul class="cases">${cases.map((each) => caseRow(each, isSelected, shown))}</ul>
</section>`;
}

function caseRow({ waiting, product, changes }: ReviewCase, isSelected: boolean, { filter, request }: Shown): Html {
  const { on, key, slug, source, verdict, statement, candidate, lastSeenAt } = waiting;
  const differing = differences(statement, candidate).filter(({ isSame }) => !isSame);
  const reasons = verdict.reasons.filter((reason) => !reason.startsWith('waits'));
  const name = vendorText(product?.name ?? slug, 60);
  return html`<li data-case><input type="checkbox" name="case" value="${on} ${key}" aria-label="Select ${name}, ${source}"${isSelected && html` checked`}>
<div><h3><a href="/review/${on}${queryOf(filter)}">${name}</a> <span class="quiet">${source}${changes.length > 1 && ` · ${changes.map((each) => CHANGE_KINDS[each].toLowerCase()).join(', ')}`}</span></h3>
<p>${differing.slice(0, SHOWN_DIFFERENCES).map(changeWords)}${differing.length > SHOWN_DIFFERENCES && html`<span class="quiet">and ${differing.length - SHOWN_DIFFERENCES} more</span>`}</p>
<p class="quiet">Score ${verdict.score.toFixed(2)}, ${seen(waiting)}, last ${ago(lastSeenAt, request.now)}: ${reasons
    .slice(0, SHOWN_REASONS)
    .map((reason) => vendorText(reason))
    .join('; ')} <a href="${teachPath(waiting, waiting.on)}">Teach this page</a></p></div></li>`;
}

function changeWords({ subject, terms, before, after }: Difference): Html {
  const was = before !== undefined && html` <del>${vendorText(before, 60)}</del>`;
  const is =
    after === undefined ? html` → <span class="quiet">none</span>` : html` → <ins>${vendorText(after, 60)}</ins>`;
  return html`<span class="change">${vendorText(subject, 60)}${terms !== '' && html` <span class="quiet">${vendorText(terms, 60)}</span>`}${was}${is}</span> `;
}

function pageLinks(filter: Filter, page: number, pages: number): Html | undefined {
  if (pages < 2) return undefined;
  const to = (other: number, words: string, rel: string) =>
    html`<a rel="${rel}" href="/review${queryOf({ ...filter, page: other })}">${words}</a>`;
  return html`<nav class="pages" aria-label="Pages">${page > 1 && to(page - 1, 'Previous', 'prev')} Page ${page} of ${pages} ${page < pages && to(page + 1, 'Next', 'next')}</nav>`;
}
