/** Watchlists: what is watched, how each channel fares, and forms that add, change, resume and remove one. */
import { mkdirSync } from 'node:fs';
import * as z from 'zod';
import { type Channel, Digest, Watchlist } from '../../data/watch/watchlist.ts';
import { isWatchlistName, readWatchlists, removeWatchlist, writeWatchlist } from '../../data/watch/watchlist-files.ts';
import {
  type ListedChannel,
  type ListedWatchlist,
  listedWatchlists,
  newSecret,
  resumeChannels,
} from '../../data/watch/watchlist-states.ts';
import { type Html, html, options } from '../../web/html.ts';
import { field, text } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { hiddenFields } from '../view/form-parts.ts';
import type { Content } from '../view/layout.ts';
import { ago, badge, vendorText } from '../view/wording.ts';
import type { ConsoleAction, ConsolePage } from './page.ts';

const PATH = '/watchlists';

export const watchlists: ConsolePage = {
  path: PATH,
  show(installation, { query, now }) {
    const lists = listedWatchlists(installation.environment);
    const edited = lists.find(({ name }) => name === query.get('edit'));
    return {
      title: 'Watchlists',
      place: PATH,
      main: html`<h1>Watchlists</h1>
<p class="lead">Price changes that the notifier sends to webhooks, chats and mail. A watchlist is a file in <code>${installation.environment.watchlistsDir}</code>.</p>
${lists.length === 0 ? html`<p class="calm-note">No watchlists.</p>` : lists.map((list) => listView(list, now))}
<h2 id="form">${edited === undefined ? 'Add a watchlist' : `Change ${edited.name}`}</h2>
${form(installation, edited)}`,
    };
  },
};

/** Channels that do not deliver. */
export function channelsInTrouble(installation: Installation): { inTrouble: number; all: number } {
  const channels = listedWatchlists(installation.environment).flatMap((list) => list.channels);
  const inTrouble = channels.filter(
    ({ state = 'active', failingSince }) => state !== 'active' || failingSince !== undefined,
  );
  return { inTrouble: inTrouble.length, all: channels.length };
}

function listView({ name, content, channels }: ListedWatchlist, now: Date): Html {
  if ('faults' in content)
    return html`<section class="card"><h2>${name}</h2><div class="faults" role="alert"><p>The file is not read:</p><ul>${content.faults.map((fault) => html`<li>${vendorText(fault, 400)}</li>`)}</ul></div></section>`;
  const { watchlist } = content;
  const { products, category, minPercent, digest, corrections } = watchlist;
  const what = products === undefined ? html`category ${category}` : products.join(', ');
  const isStopped = channels.some(({ state = 'active' }) => state !== 'active');
  const act = (path: string, words: string) =>
    html`<form method="post" action="${PATH}/${path}">${hiddenFields({ file: name })}<button class="plain">${words}</button></form>`;
  return html`<section class="card"><h2>${vendorText(watchlist.name, 80)}</h2>
<p>${what}; moves of ${minPercent} % or more${corrections && ' and our corrections'}; ${digest}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Channels of ${vendorText(watchlist.name, 80)}"><table><thead><tr><th>Channel</th><th>To</th><th>State</th><th>Last delivery</th><th>Reason</th></tr></thead><tbody>${channels.map((channel) => channelRow(channel, now))}</tbody></table></div>
<div class="row"><a class="button" href="${PATH}?edit=${name}#form">Change</a>${isStopped && act('resume', 'Resume')}${act('remove', 'Remove')}</div></section>`;
}

function channelRow({ kind, to, state, reason, failingSince, lastDeliveredAt }: ListedChannel, now: Date): Html {
  const delivering = failingSince === undefined ? 'delivering' : 'failing';
  const shown = state === 'active' ? delivering : (state ?? 'waiting');
  return html`<tr><td>${kind}</td><td>${vendorText(to, 120)}</td><td>${badge(shown)}${failingSince !== undefined && html` <span class="quiet">since ${ago(failingSince, now)}</span>`}</td><td>${lastDeliveredAt === undefined ? 'nothing yet' : ago(lastDeliveredAt, now)}</td><td>${vendorText(reason ?? '', 300)}</td></tr>`;
}

/** Webhooks keep their secrets by their address. */
function form({ catalogue }: Installation, edited: ListedWatchlist | undefined): Html {
  const list = edited !== undefined && 'watchlist' in edited.content ? edited.content.watchlist : undefined;
  const categories = catalogue.categories.map(({ id, name }) => [id, name] as const);
  const webhooks = webhooksOf(list);
  return html`<form method="post" action="${PATH}" class="card grid">
${edited === undefined ? html`<label>File <input name="file" required pattern="[a-z0-9][a-z0-9\\-]{0,60}" placeholder="our-tools"></label>` : hiddenFields({ file: edited.name, isChange: '1' })}
<label>Name <input name="name" required maxlength="80" value="${list?.name}"></label>
<label class="wide">Products <input name="products" value="${list?.products?.join(', ')}" placeholder="slack, zoom; or choose a category"></label>
<label>Category <select name="category">${options([['', 'None'], ...categories], list?.category ?? '')}</select></label>
<label>Least move, percent <input type="number" name="minPercent" min="0" max="1000" step="any" value="${list?.minPercent ?? 1}"></label>
<label>Send <select name="digest">${options(
    Digest.options.map((each) => [each, each] as const),
    list?.digest ?? 'instant',
  )}</select></label>
<div class="choice"><label><input type="checkbox" name="corrections"${list?.corrections === true && html` checked`}> Also our corrections</label></div>
<label class="wide">Channels, one a line <textarea name="channels" rows="4" required spellcheck="false" placeholder="webhook https://example.com/prices&#10;slack https://hooks.slack.com/services/…&#10;mail ada@example.com">${list?.channels.map(lineOf).join('\n')}</textarea></label>
${webhooks.map(({ url, secrets }, at) => html`<label class="wide">Secrets of ${vendorText(url, 120)}: ${secrets.length} <select name="secret-${at}">${options([['', 'Keep'], ['add', 'Add a new one; both sign'], ...(secrets.length > 1 ? [['drop', 'Remove all but the newest'] as const] : [])], '')}</select></label>`)}
<div class="wide"><button>Save</button></div>
</form>`;
}

function webhooksOf(list: Watchlist | undefined) {
  return (list?.channels ?? []).flatMap((channel) => (channel.kind === 'webhook' ? channel : []));
}

function lineOf(channel: Channel): string {
  return `${channel.kind} ${channel.kind === 'mail' ? channel.to.join(', ') : channel.url}`;
}

export const saveWatchlist: ConsoleAction = {
  path: PATH,
  async act(installation, form) {
    const { watchlistsDir } = installation.environment;
    const file = field(form, 'file');
    if (!isWatchlistName(file)) throw new ConsoleProblem(422, 'The file name needs letters, digits and dashes');
    const known = readWatchlists(watchlistsDir).find(({ name }) => name === file);
    if (known !== undefined && field(form, 'isChange') === '')
      throw new ConsoleProblem(409, `The watchlist ${file} exists already`);
    const before = known !== undefined && 'watchlist' in known.content ? known.content.watchlist : undefined;
    const list = listIn(installation, form, before);
    mkdirSync(watchlistsDir, { recursive: true });
    writeWatchlist(watchlistsDir, file, list);
    const old = new Set(secretsOf(before).map(({ secret }) => secret));
    const made = secretsOf(list).filter(({ secret }) => !old.has(secret));
    return made.length === 0 ? { seeOther: PATH } : { status: 200, show: secretsView(file, made) };
  },
};

/** @throws {ConsoleProblem} */
function listIn({ catalogue }: Installation, form: FormData, before: Watchlist | undefined): Watchlist {
  const products = field(form, 'products')
    .split(/[\s,]+/)
    .filter(Boolean);
  const category = field(form, 'category');
  const slugs = new Set(catalogue.products.map(({ slug }) => slug));
  const unknown = products.filter((slug) => !slugs.has(slug));
  if (unknown.length > 0) throw new ConsoleProblem(422, `Not in the catalogue: ${vendorText(unknown.join(', '), 200)}`);
  const read = Watchlist.safeParse({
    ...(before !== undefined && { types: before.types }),
    name: field(form, 'name'),
    ...(products.length > 0 && { products }),
    ...(category !== '' && { category }),
    minPercent: Number(field(form, 'minPercent')),
    digest: field(form, 'digest'),
    corrections: field(form, 'corrections') !== '',
    channels: channelsIn(form, before),
  });
  if (read.success) return read.data;
  throw new ConsoleProblem(422, `The watchlist is invalid: ${z.prettifyError(read.error)}`);
}

/** As lines of a kind and an address; a webhook has the secrets that it had, changed as its field says. */
function channelsIn(form: FormData, before: Watchlist | undefined): object[] {
  const webhooks = webhooksOf(before);
  const lines = text(form, 'channels')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.map((line) => {
    const [kind = '', ...rest] = line.split(/\s+/);
    const to = rest.join(' ');
    if (kind === 'mail') return { kind, to: to.split(/[\s,]+/).filter(Boolean) };
    if (kind !== 'webhook') return { kind, url: to };
    const at = webhooks.findIndex(({ url }) => url === to);
    return { kind, url: to, secrets: secretsAfter(webhooks[at]?.secrets, field(form, `secret-${at}`)) };
  });
}

function secretsAfter(secrets: readonly string[] | undefined, change: string): string[] {
  if (secrets === undefined) return [newSecret()];
  if (change === 'add') return [newSecret(), ...secrets];
  return change === 'drop' ? secrets.slice(0, 1) : [...secrets];
}

function secretsOf(list: Watchlist | undefined): { url: string; secret: string }[] {
  return webhooksOf(list).flatMap(({ url, secrets }) => secrets.map((secret) => ({ url, secret })));
}

function secretsView(file: string, made: readonly { url: string; secret: string }[]): Content {
  return {
    title: 'Watchlist saved',
    place: PATH,
    main: html`<p class="crumbs"><a href="${PATH}">Watchlists</a></p><h1>Saved ${file}</h1>
<p class="done" role="status">The notifier reads it within a second. Copy the new secrets now; the console does not show them again.</p>
<dl>${made.map(({ url, secret }) => html`<dt>${vendorText(url, 200)}</dt><dd><code>${secret}</code></dd>`)}</dl>`,
  };
}

export const resumeWatchlist: ConsoleAction = {
  path: `${PATH}/resume`,
  async act({ environment: { watchlistsDir, dataDir } }, form) {
    const file = field(form, 'file');
    const content = readWatchlists(watchlistsDir).find(({ name }) => name === file)?.content;
    if (content === undefined || 'faults' in content) throw new ConsoleProblem(404, 'Unknown watchlist');
    resumeChannels(dataDir, file, content.watchlist);
    return { seeOther: PATH };
  },
};

export const deleteWatchlist: ConsoleAction = {
  path: `${PATH}/remove`,
  async act({ environment: { watchlistsDir } }, form) {
    if (!removeWatchlist(watchlistsDir, field(form, 'file'))) throw new ConsoleProblem(404, 'Unknown watchlist');
    return { seeOther: PATH };
  },
};
