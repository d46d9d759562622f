/** The recorded answers of a language model, and the bench that scores them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import models from '../../crawler/read/confidence/models.json' with { type: 'json' };
import { ModelAnswer } from '../../crawler/read/model/answer.ts';
import { PROMPT_VERSION } from '../../crawler/read/model/prompt.ts';
import { readPage } from '../../crawler/read/read.ts';
import { labelledPages } from '../../lab/accuracy/labelled-pages.ts';
import { precision, recall, scorePage, total } from '../../lab/accuracy/score.ts';
import { isShared, trustExamplesOf } from '../../lab/calibration/fit-model.ts';
import type { Bench } from '../../lab/harness/benchmark.ts';
import type { Finding } from '../../lab/harness/measurement.ts';
import { measure } from '../../lab/model/model.ts';
import { recordedAnswers } from '../../lab/model/recorded-answers.ts';
import { answering, type ChatRequest, offer, startChatService } from '../crawler/model/chat-service.ts';
import { CORPUS } from '../crawler/read/corpus.ts';
import { card, cards } from '../crawler/read/pages.ts';
import { firstOf, IS_LONG } from '../long.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { writtenCorpus } from './written-corpus.ts';

const ANSWERS = join(import.meta.dirname, '../../lab/model/answers');
const FOLDERS = readdirSync(ANSWERS);

describe('the recorded answers', () => {
  test.each(FOLDERS)('of %s are ids and kinds alone, of one model, to the instructions of today', (folder) => {
    const { about } = recordedAnswers(join(ANSWERS, folder));
    expect(about.prompt).toBe(PROMPT_VERSION);
    expect(Object.keys(models)).toContain(about.model);
    const names = readdirSync(join(ANSWERS, folder)).filter((file) => file !== 'about.json');
    expect(names.map((file) => file.replace(/\.json$/, ''))).toEqual(Object.keys(about.inputs));
    for (const file of names) {
      const text = readFileSync(join(ANSWERS, folder, file), 'utf8');
      expect(() => ModelAnswer.parse(JSON.parse(text))).not.toThrow();
    }
  });
});

/** The corpora stand beside the project on some machines (test/crawler/read/corpus.ts says aloud where they do not). */
const CORPORA = [CORPUS, `${CORPUS}-2`].filter((dir) => existsSync(dir));

/** Of a corpus two pages of three, in `npm test`. */
describe.each(firstOf(1, CORPORA))('of the pages of %s', (dir) => {
  const answers = recordedAnswers(join(ANSWERS, dir.split('/').at(-1) ?? ''));
  const answered = labelledPages(dir)
    .filter((_, at) => IS_LONG || at % 3 > 0)
    .flatMap((page) => {
      const heard = answers.of(page);
      return heard === undefined ? [] : [{ page, heard }];
    });
  const read = answered.map(({ page, heard }) => ({ page, reading: readPage(page.source, { ...page, model: heard }) }));

  test('each is heard: the page makes the request that was answered', () => {
    expect(read.filter(({ reading }) => reading.model === undefined).map(({ page }) => page.name)).toEqual([]);
  });

  test('with them, what is sure is right, and more of it than without', () => {
    const scores = (of: (each: (typeof read)[number]) => Parameters<typeof scorePage>[1]) =>
      total(read.map((each) => scorePage(each.page.label, of(each), { isPartial: true })));
    const joined = scores(({ reading }) => ({ ...reading, models: [] }));
    const alone = scores(({ page }) => ({ ...readPage(page.source, page), models: [] }));
    expect(precision(joined.sure)).toBe(1);
    expect(recall(joined.sure)).toBeGreaterThan(recall(alone.sure) ?? 1);
  });

  test('what readers and model share is right', () => {
    const shared = trustExamplesOf(answered).facts.filter(({ x }) => isShared(x));
    expect(shared.length).toBeGreaterThan(50);
    expect(shared.filter(({ y }) => y === 0)).toEqual([]);
  });
});

describe('npm run bench -- model', () => {
  const dir = temporaryDirectory();
  const tiers = [
    { name: 'Pro', monthly: 19 },
    { name: 'Team', monthly: 49 },
  ];
  const html = cards(card('Pro', '$19 / month'), card('Team', '$49 / month'));
  const corpus = writtenCorpus([{ name: 'acme', html, tiers, about: { url: 'https://acme.example/pricing' } }]);

  const SERVICE = {
    url: '',
    model: 'tiny',
    key: undefined,
    temperature: undefined,
    timeoutMs: 2_000,
    concurrency: 1,
    budget: { tokens: 1_000_000, prices: { input: 0, output: 0 } },
  };

  async function benched(more: Partial<Bench>, url?: string): Promise<{ lines: string[]; findings: Finding[] }> {
    const [lines, findings]: [string[], Finding[]] = [[], []];
    const bench = { quick: true, rounds: 1, corpus: [corpus], dir, ...more };
    const service = { ...SERVICE, ...(url !== undefined && { url }) };
    const tools: Bench = {
      ...bench,
      progress: (line) => lines.push(line),
      report: (finding) => findings.push(finding),
      start: () => {
        throw new Error('Nothing is started');
      },
    };
    await measure(tools, url === undefined ? undefined : service);
    return { lines, findings };
  }

  test('writes the exact requests, and scores answers from files', async () => {
    const requests = join(dir, 'requests');
    await benched({ export: requests });
    const request: ChatRequest = JSON.parse(readFileSync(join(requests, 'acme.json'), 'utf8'));
    expect(request.messages.at(-1)?.content).toContain('L2 #h3: Pro\nL3: $19 [A1] / month');
    expect(request.response_format?.type).toBe('json_schema');
  });

  test('asks the configured service, keeps what it says, and asks nothing twice', async () => {
    const service = await startChatService(() => answering([offer('L2', 'A1')]));
    const answers = join(dir, 'answers');
    const { findings, lines } = await benched({ answers }, service.url);
    expect(findings.map((each) => [each.case, each.figures.subject?.value])).toEqual([
      ['readers', 2],
      ['model alone', 1],
      ['joined', 2],
    ]);
    expect(lines.join('\n')).toContain('tiny');
    await benched({ answers }, service.url);
    expect(service.bodies).toHaveLength(1);
    await service.close();
    expect((await benched({ answers })).findings).toEqual(findings);
  });

  test('says what is missing', async () => {
    expect((await benched({})).lines.at(-1)).toMatch(/^no answers: --answers DIR names/);
    expect((await benched({ corpus: [] })).lines).toEqual(['no labelled pages: --corpus DIR names a folder of them']);
  });
});

test('docs/model-reader.md computes with the rates of the catalogue', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/model-reader.md'), 'utf8');
  const [input, output] = [1_700, 510];
  const lists = [
    ['openai-api', 'gpt-5-mini'],
    ['google-gemini', 'gemini-2.5-flash'],
    ['groq', 'openai/gpt-oss-120b'],
  ] as const;
  for (const [slug, model] of lists) {
    const facts: { subject: string; metric: string; value: string; asOf: string }[] = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../data/observed/${slug}.json`), 'utf8'),
    );
    const rateOf = (metric: string) => facts.find((fact) => fact.subject === model && fact.metric === metric);
    const [rateIn, rateOut] = [rateOf('input_per_mtok'), rateOf('output_per_mtok')];
    const cost = (1_270 * (input * Number(rateIn?.value) + output * Number(rateOut?.value))) / 1_000_000;
    const row = docs.split('\n').find((line) => line.startsWith(`| ${model}`));
    expect(row).toContain(`$${rateIn?.value} / $${rateOut?.value}`);
    expect(row).toContain(rateIn?.asOf);
    expect(row).toContain(`$${cost.toFixed(2)}`);
  }
});
