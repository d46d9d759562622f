/** The command `assert`: fails where a price of a stack moved or its budget is passed. For pipelines. */
import * as z from 'zod';
import { printJson, progress, requiredText, terminalOf, UsageFault } from '../../config/command.ts';
import { readToolServerEnvironment } from '../../config/env.ts';
import { parsedYaml } from '../../data/catalogue/yaml-lines.ts';
import { Amount, Currency, toAmount } from '../../data/money.ts';
import { moneyText } from '../../data/text/price-text.ts';
import { type Terminal, table } from '../../data/text/terminal.ts';
import { type Item, type Judgement, judge, type Line, type Priced, Stack } from './stack.ts';

const PATIENCE_MS = 30_000;

/** As much of `POST /api/v2/stack` as is needed; additions are ignored. */
const Cost = z.object({
  tierName: z.string(),
  currency: Currency,
  subscription: z.object({
    lines: z.tuple([z.object({ amount: Amount, per: z.enum(['month', 'year', 'once']) })], z.unknown()),
  }),
  total: z.object({ annual: z.number().min(0), complete: z.boolean().default(true) }),
  notes: z.array(z.string()).default([]),
});
const Answer = z.object({
  items: z.array(
    z.object({
      slug: z.string(),
      costs: z.object({ monthly: z.unknown(), annual: z.unknown() }).optional(),
      problem: z
        .object({ detail: z.string(), allowed: z.array(z.string()).default([]) })
        .transform(({ detail, allowed }) => (allowed.length === 0 ? detail : `${detail}. Known: ${allowed.join(', ')}`))
        .optional(),
    }),
  ),
});

/** 0: the prices and the budget hold; 1: they don't. @throws {UsageFault} the file has a fault, or the service is away */
export async function assertStack({ file, json: isJson }: { file: string; json: boolean }): Promise<number> {
  const read = parsedYaml(requiredText(file), Stack);
  if ('faults' in read) throw new UsageFault(`Cannot read ${file}: ${read.faults.join('; ')}`);
  const stack = read.value;
  const url = (stack.url ?? readToolServerEnvironment().site.baseUrl).replace(/\/+$/, '');
  const priced = await pricesOf(url, stack.products);
  const judgement = judge(stack, priced);
  if (isJson) printJson(judgement);
  else print(judgement, terminalOf(process.stdout));
  return judgement.holds ? 0 : 1;
}

/** In the order of the items. */
async function pricesOf(url: string, products: readonly Item[]): Promise<Priced[]> {
  const items = products.map(({ slug, tier, seats }) => ({ slug, seats, ...(tier !== undefined && { tier }) }));
  const answer = await asked(`${url}/api/v2/stack`, { items });
  const body = Answer.safeParse(await answer.json().catch(() => undefined)).data;
  if (body?.items.length !== items.length)
    throw new UsageFault(`${url} answered ${answer.status}, not as a price service does`);
  return body.items.map(({ slug, costs, problem }, at) => {
    const cost = Cost.safeParse(costs?.[products[at]?.billing ?? 'monthly']).data;
    if (cost === undefined) return { problem: problem ?? 'No price per seat is known' };
    const { subscription, total, currency, tierName: tier } = cost;
    const [{ amount, per }] = subscription.lines;
    const page = `${url}/tools/${slug}/pricing`;
    const notes = [...cost.notes, ...(total.complete ? [] : ['Not all costs are included; the sum is a minimum'])];
    return { amount, per, currency, annual: toAmount(String(total.annual)), tier, page, notes };
  });
}

async function asked(url: string, body: object): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (cause) {
    throw new UsageFault(`Cannot reach ${url}: set "url" in the file, or ASSAY_URL`, { cause });
  }
}

function print({ lines, budget }: Judgement, terminal: Terminal): void {
  const rows = lines.map((line) => [
    line.slug,
    line.now?.tier ?? line.tier ?? '',
    String(line.seats),
    ...wordsOf(line),
  ]);
  const columns = ['Product', 'Tier', 'Seats', 'Expected', 'Now', 'A year', 'State'];
  process.stdout.write(`${table(columns, rows, terminal).join('\n')}\n`);
  for (const { slug, problem, now } of lines)
    for (const said of [problem ?? [], now?.notes ?? []].flat()) progress(`${slug}: ${said}`);
  if (budget === undefined) return;
  const { limit, spent, currency, per, isPassed, leftOut } = budget;
  const verdict = isPassed ? 'over the budget of' : 'within the budget of';
  const rest = leftOut.length === 0 ? '' : `; not included: ${leftOut.join(', ')}`;
  progress(`${moneyText(spent, currency)} a ${per}, ${verdict} ${moneyText(limit, currency)}${rest}`);
}

function wordsOf({ price, now, state, percent }: Line): string[] {
  const moved = percent === undefined ? '' : ` ${percent > 0 ? '+' : ''}${percent} %`;
  const words = `${STATES[state]}${moved}`;
  if (now === undefined) return [price ?? '', '', '', words];
  const { amount, currency, per, annual } = now;
  const each = per === 'once' ? 'once' : `a ${per}`;
  return [price ?? '', `${moneyText(amount, currency)} ${each}`, moneyText(annual, currency), words];
}

const STATES = { same: 'same', moved: 'moved', watched: 'no expected price', not_priced: 'no price' } as const;
