/**
 * Asks a language model about a page, where that may make its facts surer: a priced neighbourhood that was not asked about
 * before, of facts that are not sure or of a record without a second witness. Each answer is archived, and never asked for twice.
 *
 * The model is a witness and no need: without an answer the page is read as if there were no model.
 */
import type { Redis } from 'ioredis';
import { TRUST } from '../../config/trust.ts';
import type { PageReading } from '../../data/reading.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { atMost } from '../fetch/at-most.ts';
import { saysSame, statedIn } from '../read/confidence/stated.ts';
import { PROMPT, PROMPT_VERSION } from '../read/model/prompt.ts';
import { type ArchivedAnswer, archiveAnswer, archivedAnswer, inputOf } from './archived-answer.ts';
import { type BudgetLimits, createBudget } from './budget.ts';
import { type ChatSettings, type Fault, MAX_OUTPUT_TOKENS, ModelFault, openChat, type Tokens } from './chat.ts';

export interface ModelSettings extends ChatSettings {
  /** Questions at once. */
  concurrency: number;
  budget: BudgetLimits;
}

/** What came of a wish to ask. `known`: it was answered before. */
export type AskResult = 'answered' | 'known' | 'over_budget' | 'paused' | Fault;

export interface ModelReaderTools {
  settings: ModelSettings;
  redis: Redis;
  archive: Pick<Archive, 'put' | 'get'>;
  clock: () => Date;
  onResult: (result: AskResult, facts: { tokens?: Tokens; detail?: string }) => void;
}

export type ModelReader = ReturnType<typeof openModelReader>;

/** What no other question can mend: the next ones would be refused as well. */
const LASTING: ReadonlySet<Fault> = new Set(['unauthorised', 'schema_refused']);
const PAUSE_MS = 15 * 60_000;
/** The service computed nothing, so nothing was spent. */
const FREE_OF_CHARGE: ReadonlySet<Fault> = new Set(['unreachable', 'unauthorised', 'schema_refused']);
/** Characters of a token, at least: more tokens than this are never set aside for a text. */
const LEAST_CHARACTERS = 2;
const KNOWN_FOR_SECONDS = 400 * 86_400;

/** Whether an answer may make the facts of a reading surer. A model reads plans, and no rates of models. */
export function isWorthAsking({ verdict, tiers, models, negatives = [] }: PageReading, isWitnessed: boolean): boolean {
  if (verdict !== 'pricing' && verdict !== 'not_pricing') return false;
  if (tiers.length === 0) return models.length === 0;
  const facts = [...statedIn(tiers).map(({ tier, price }) => price ?? tier), ...negatives];
  return !isWitnessed || facts.some(({ confidence = 0 }) => confidence < TRUST.verifiedFrom);
}

export function openModelReader({ settings, redis, archive, clock, onResult }: ModelReaderTools) {
  const chat = openChat(settings);
  const budget = createBudget(redis, settings.budget, clock);
  const inTurn = atMost(settings.concurrency);
  const { model } = settings;
  let pausedUntil = 0;
  const keyOf = (input: string) => `assay:answer:${model}:${PROMPT_VERSION}:${input}`;

  async function known(input: string): Promise<ArchivedAnswer | undefined> {
    const sha256 = await redis.get(keyOf(input));
    const answer = sha256 === null ? undefined : await archivedAnswer(archive, sha256);
    return answer?.input === input ? answer : undefined;
  }

  async function ask(text: string, input: string): Promise<ArchivedAnswer | undefined> {
    if (clock().getTime() < pausedUntil) {
      onResult('paused', {});
      return undefined;
    }
    const most = {
      input: Math.ceil((PROMPT.length + text.length) / LEAST_CHARACTERS),
      output: MAX_OUTPUT_TOKENS,
    };
    const reserved = await budget.reserve(most);
    if (reserved === undefined) {
      onResult('over_budget', {});
      return undefined;
    }
    try {
      const { answer, tokens } = await chat.ask(text);
      await reserved.settle(tokens);
      const archived = await archiveAnswer(archive, { model, prompt: PROMPT_VERSION, input, answer });
      await redis.set(keyOf(input), archived.sha256, 'EX', KNOWN_FOR_SECONDS);
      onResult('answered', { tokens });
      return archived;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      if (FREE_OF_CHARGE.has(error.fault)) await reserved.settle({ input: 0, output: 0 });
      if (LASTING.has(error.fault)) pausedUntil = clock().getTime() + PAUSE_MS;
      onResult(error.fault, { detail: error.message });
      return undefined;
    }
  }

  return {
    /** The answer about a page's text (crawler/read/model/request.ts); undefined where there is none now. */
    async answerTo(text: string): Promise<ArchivedAnswer | undefined> {
      const input = inputOf(text);
      const before = await known(input);
      if (before === undefined) return inTurn(() => ask(text, input));
      onResult('known', {});
      return before;
    },
  };
}

/** How many statements of a reading the readers and the model share, and how many each states alone. */
export function agreementOf({ readings, tiers }: Pick<PageReading, 'readings' | 'tiers'>) {
  const byModel = statedIn(readings.find(({ reader }) => reader === 'model')?.tiers ?? []);
  const all = statedIn(tiers);
  const isModels = ({ tier, price }: (typeof all)[number]) => (price ?? tier).evidence?.method === 'model';
  const byReaders = all.filter((stated) => !isModels(stated));
  const both = byReaders.filter((stated) => byModel.some((other) => saysSame(stated, other))).length;
  return { both, readers: byReaders.length - both, model: byModel.length - both };
}
