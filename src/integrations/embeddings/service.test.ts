import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddings, type EmbeddingsEmulator, type Fault } from '../../../testkit/embeddings/start.ts';
import { vectorOf } from '../../../testkit/embeddings/vectors.ts';
import type { ServiceProblem } from '../openai/problem.ts';
import { embeddingsService, type EmbeddingsSettings } from './service.ts';

const TEXT = 'aws_security_group.web: SSH was opened to the internet';
const answer = { patience: 'answer' } as const;
const background = { patience: 'background' } as const;
/** For a service that does not answer: machines that run tests are busy. */
const IMPATIENT = { answer: { allMs: 600, tryMs: 250, tries: 2 } };

describe('a service with an OpenAI-compatible /embeddings', () => {
  let emulator: EmbeddingsEmulator;
  let problems: ServiceProblem[];
  let outcomes: string[];
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    emulator = stack.use(await startEmbeddings());
  });
  beforeEach(() => {
    emulator.heal();
    emulator.seen.length = 0;
    [problems, outcomes] = [[], []];
  });
  afterAll(() => stack.disposeAsync());

  const service = (settings: Partial<EmbeddingsSettings> = {}) =>
    embeddingsService({
      baseUrl: emulator.url,
      apiKey: emulator.apiKey,
      model: emulator.model,
      onProblem: (problem) => problems.push(problem),
      onRequest: (outcome) => outcomes.push(outcome),
      pace: {
        answer: { allMs: 30_000, tryMs: 15_000, tries: 2 },
        background: { allMs: 60_000, tryMs: 15_000, tries: 4 },
      },
      ...settings,
    });
  const texts = (count: number) => Array.from({ length: count }, (_, i) => `incident number ${i}`);
  const cosine = (a: Float32Array, b: readonly number[]) =>
    a.reduce((sum, x, i) => sum + x * b[i]!, 0) / Math.hypot(...b);

  test('returns vectors of length one in the order of the texts, with their model', async () => {
    const { embed, name } = service();
    const made = await embed([TEXT, 'another text', TEXT], answer);
    expect(made.model).toBe('remote:stand-in-embedding@256');
    expect(name).toBe('remote:stand-in-embedding');
    expect(made.vectors.map((vector) => Math.hypot(...vector!))).toEqual(
      [1, 1, 1].map((one) => expect.closeTo(one, 6)),
    );
    expect(made.vectors[0]).toEqual(made.vectors[2]);
    expect(cosine(made.vectors[1]!, vectorOf('another text', 256))).toBeCloseTo(1, 6);
    expect(emulator.seen).toEqual([
      { texts: [TEXT, 'another text', TEXT], authorization: `Bearer ${emulator.apiKey}`, model: 'stand-in-embedding' },
    ]);
  });

  test('reorders entries by their index, and scales numbers of any size', async () => {
    emulator.fail({ broken: 'order' }, 1);
    const { vectors } = await service().embed(['one', 'two', 'three'], answer);
    for (const [at, text] of ['one', 'two', 'three'].entries())
      expect(cosine(vectors[at]!, vectorOf(text, 256))).toBeCloseTo(1, 6);
    emulator.fail({ broken: 'huge' }, 1);
    const huge = await service().embed([TEXT], answer);
    expect(cosine(huge.vectors[0]!, vectorOf(TEXT, 256))).toBeCloseTo(1, 6);
    emulator.fail({ broken: 'zero' }, 1);
    expect(await service().embed([TEXT], answer)).toMatchObject({ vectors: [undefined] });
  });

  test('sends texts in batches of a common size, and shortens long texts', async () => {
    const { vectors } = await service().embed([...texts(70), 'x '.repeat(50_000)], background);
    expect(vectors).toHaveLength(71);
    expect(emulator.seen.map((request) => request.texts.length)).toEqual([32, 32, 7]);
    expect(Math.max(...emulator.seen.flatMap((request) => request.texts).map(({ length }) => length))).toBe(8_000);
    emulator.seen.length = 0;
    await service().embed(
      Array.from({ length: 20 }, () => 'y '.repeat(4_000)),
      background,
    );
    expect(emulator.seen.map((request) => request.texts.length)).toEqual([12, 8]);
    emulator.seen.length = 0;
    await service().embed([`${'a'.repeat(7_999)}😀`], background);
    expect(emulator.seen[0]!.texts[0]!.isWellFormed()).toBe(true);
  });

  test('halves a text that is refused as too long until it fits', async () => {
    emulator.fail({ atMost: { texts: 10, characters: 1_000 } });
    const { vectors } = await service().embed([...texts(31), 'word '.repeat(1_000)], background);
    expect(vectors.every((vector) => vector !== undefined)).toBe(true);
    const taken = emulator.seen.filter((request) => request.texts.length <= 10);
    expect(taken.length).toBeGreaterThan(3);
    expect(problems).toEqual([]);
  });

  test('returns no vector for a text that no part of is accepted, and vectors for the others', async () => {
    emulator.fail({ atMost: { characters: 20 } });
    const { vectors } = await service().embed(['short', 'z'.repeat(400), 'brief'], background);
    expect(vectors.map((vector) => vector !== undefined)).toEqual([true, false, true]);
  });

  const choking: [string, Fault][] = [
    ['500, as where an input is more than a batch', { status: 500 }],
    ['403, as from what guards it', { status: 403 }],
    ['no numbers', { broken: 'nan' }],
    ['a connection that is cut', { cut: true }],
  ];
  test.each(choking)('isolates a text that is answered with %s', async (_, fault) => {
    emulator.fail({ on: 'poison', fault });
    const { embed, waitSeconds } = service();
    const many = [...texts(9), `poison ${'x '.repeat(300)}`, ...texts(3)];
    for (const how of [background, answer]) {
      const { vectors } = await embed(many, how);
      expect(vectors.map((vector) => vector !== undefined)).toEqual(many.map((text) => !text.startsWith('poison')));
    }
    emulator.heal();
    emulator.fail({ on: 1_000, fault });
    expect((await embed(['word '.repeat(1_000)], answer)).vectors[0]).toBeDefined();
    expect([problems, waitSeconds()]).toEqual([[], 0]);
  });

  test('isolates a text that makes the service silent, and drops it in the background', async () => {
    emulator.fail({ on: 'poison', fault: { silent: true } });
    const pace = {
      answer: { allMs: 16_000, tryMs: 1_000, tries: 2 },
      background: { allMs: 60_000, tryMs: 1_000, tries: 4 },
    };
    const { embed, waitSeconds } = service({ pace });
    await expect(embed(['poison'], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect([problems, waitSeconds()]).toEqual([[], 0]);
    const { vectors } = await embed(['one', 'poison', 'two'], background);
    expect(vectors.map((vector) => vector !== undefined)).toEqual([true, false, true]);
    expect((await embed(['one'], answer)).vectors).toHaveLength(1);
  });

  test('leaves a slow service to the background until it is fast again', async () => {
    emulator.fail({ delayMs: 2_000 });
    const pace = { answer: { allMs: 1_000, tryMs: 1_000, tries: 1 } };
    const { embed, waitSeconds } = service({ pace, restMs: 300_000 });
    await expect(embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await embed([TEXT], background)).vectors).toHaveLength(1);
    expect(waitSeconds('background')).toBe(0);
    expect(waitSeconds()).toBeGreaterThan(200);
    emulator.heal();
    await expect
      .poll(async () => {
        await embed([TEXT], background);
        return waitSeconds();
      })
      .toBe(0);
    expect((await embed([TEXT], answer)).vectors).toHaveLength(1);
  });

  test('bounds the size of an answer by the number of vectors', async () => {
    emulator.fail({ body: '['.repeat(1_000_000) });
    await expect(service().embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect(problems).toEqual([{ reason: 'unusable_answer', detail: expect.stringContaining('larger than any') }]);
  });

  test('reports a timeout with its duration', async () => {
    emulator.fail({ silent: true });
    const { embed } = service({ pace: { answer: { allMs: 600, tryMs: 500, tries: 2 } } });
    await expect(embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect(problems).toEqual([{ reason: 'timeout', detail: 'no answer within 0.5 s' }]);
  });

  const failures: [string, Fault, ServiceProblem['reason']][] = [
    ['a key that is not accepted', { status: 401 }, 'denied'],
    ['a model that is not there', { status: 404 }, 'denied'],
    [
      'a redirect, which is not followed with the key',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      'redirect',
    ],
    ['too many requests', { status: 429, headers: { 'retry-after': '600' } }, 'throttled'],
    ['an error of its own', { status: 500 }, 'trouble'],
    ['everything refused', { status: 400 }, 'refused'],
    ['silence', { silent: true }, 'timeout'],
    ['a connection that is cut', { cut: true }, 'network'],
    ['what is not JSON', { body: '<html>busy</html>' }, 'unusable_answer'],
    ['JSON of another kind', { body: '{"data":{"a":1}}' }, 'unusable_answer'],
    ['a list of nothing', { body: '{"data":[null]}' }, 'unusable_answer'],
    ['too few vectors', { broken: 'count' }, 'unusable_answer'],
    ['what is no number', { broken: 'nan' }, 'unusable_answer'],
  ];
  test.each(failures)(
    '%s is "unavailable", told in words that hold no key, no text and nothing it said',
    async (_, fault, reason) => {
      emulator.fail(fault);
      const { embed, waitSeconds } = service(reason === 'timeout' ? { pace: IMPATIENT } : {});
      const error = await embed([TEXT], answer).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'unavailable', status: 503, retryAfter: expect.any(Number) });
      expect(problems).toMatchObject([{ reason }]);
      const said = JSON.stringify([problems, error, String(error), (error as Error).stack, (error as Error).cause]);
      for (const secret of [emulator.apiKey, 'SSH', 'busy', 'Bearer']) expect(said).not.toContain(secret);
      expect(waitSeconds()).toBeGreaterThan(0);
      if (reason === 'throttled') expect(waitSeconds()).toBeGreaterThan(590);
    },
  );

  test('rejects vectors of several dimensions in one answer, and treats another dimension as another model', async () => {
    emulator.fail({ broken: 'dimension' }, 1);
    const { vectors } = await service().embed(['a b', 'c d'], answer);
    expect(vectors.map((vector) => vector?.length)).toEqual([256, 256]);
    const { embed, model } = service();
    await embed([TEXT], answer);
    expect(model()).toBe('remote:stand-in-embedding@256');
    emulator.dimension = 32;
    expect((await embed([TEXT], answer)).model).toBe('remote:stand-in-embedding@32');
    expect(model()).toBe('remote:stand-in-embedding@32');
    emulator.dimension = 256;
  });

  test('waits out transient errors, for as long as a busy service asks', async () => {
    emulator.fail({ status: 429, headers: { 'retry-after': '1' } }, 1);
    emulator.fail({ status: 503 }, 1);
    emulator.fail({ cut: true }, 1);
    expect((await service().embed([TEXT], background)).vectors).toHaveLength(1);
    expect(outcomes).toEqual(['throttled', 'trouble', 'network', 'ok']);
    expect(problems).toEqual([]);
  });

  test('calls an unavailable service once, and then not for a while', async () => {
    emulator.fail({ silent: true });
    const { embed } = service({ pace: IMPATIENT });
    await expect(embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    const asked = emulator.seen.length;
    for (let i = 0; i < 20; i += 1) await expect(embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect(emulator.seen.length).toBe(asked);
    expect(problems).toHaveLength(1);
  });

  test('reports a service that does not listen, or a wrong address', async () => {
    const closed = await startEmbeddings();
    await closed[Symbol.asyncDispose]();
    const gone = service({ baseUrl: closed.url });
    await expect(gone.embed([TEXT], answer)).rejects.toMatchObject({ code: 'unavailable' });
    expect(problems).toEqual([{ reason: 'network', detail: expect.stringContaining('ECONNREFUSED') }]);
  });

  test('does not count a caller that stops waiting as a failure of the service', async () => {
    emulator.fail({ silent: true });
    const { embed, waitSeconds } = service();
    await expect(embed([TEXT], { ...background, signal: AbortSignal.timeout(100) })).rejects.toThrow('aborted');
    expect([problems, waitSeconds()]).toEqual([[], 0]);
  });

  test('learns the name of the model without any texts', async () => {
    expect(await service({ apiKey: emulator.apiKey }).embed([], background)).toEqual({
      model: 'remote:stand-in-embedding@256',
      vectors: [],
    });
  });
});
