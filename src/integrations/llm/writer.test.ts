import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startLlm, type LlmEmulator, type LlmFault } from '../../../testkit/llm/start.ts';
import type { ServiceProblem } from '../openai/problem.ts';
import { chatModel, type ModelSettings } from './writer.ts';

let llm: LlmEmulator;
let problems: ServiceProblem[];
beforeAll(async () => {
  llm = await startLlm();
});
afterAll(() => llm[Symbol.asyncDispose]());
beforeEach(() => {
  llm.heal();
  llm.seen.length = 0;
  llm.thinks = false;
  problems = [];
});

const model = (settings: Partial<ModelSettings> = {}) =>
  chatModel({
    baseUrl: llm.url,
    apiKey: llm.apiKey,
    model: llm.model,
    timeoutMs: 20_000,
    atOnce: 2,
    onProblem: (problem) => problems.push(problem),
    ...settings,
  });
const PROMPT = { system: 'You write.', user: 'Write of <findings>.' };
const never = new AbortController().signal;
const says = (text: string): LlmFault => ({ says: text });

test('asks a model once, with limits, and returns its text', async () => {
  llm.fail(says(' It is open.\n'));
  expect(await model().write(PROMPT, never)).toEqual({ text: 'It is open.' });
  expect(llm.seen).toEqual([
    {
      authorization: `Bearer ${llm.apiKey}`,
      body: {
        model: 'stand-in-writer',
        messages: [
          { role: 'system', content: PROMPT.system },
          { role: 'user', content: PROMPT.user },
        ],
        stream: false,
        temperature: 0,
        max_tokens: 900,
      },
    },
  ]);
});

test('adapts to a model that thinks first, and leaves its thoughts out', async () => {
  llm.thinks = true;
  llm.fail(says('<think>\nWhat is <b>this</b>?\n</think>\n\nIt is open.'));
  const writer = model();
  for (const requests of [2, 3]) {
    expect(await writer.write(PROMPT, never)).toEqual({ text: 'It is open.' });
    expect(llm.seen).toHaveLength(requests);
  }
  expect(llm.seen.at(-1)?.body).toMatchObject({ max_completion_tokens: 6000 });
  expect(llm.seen.at(-1)?.body).not.toHaveProperty('temperature');
});

test('retries transient errors once', async () => {
  llm.fail({ status: 503 }, 1);
  llm.fail(says('It is open.'));
  expect(await model().write(PROMPT, never)).toEqual({ text: 'It is open.' });
  expect(llm.seen).toHaveLength(2);
});

const EMPTY = { choices: [{ message: { role: 'assistant', content: ' ' }, finish_reason: 'stop' }] };
test.each<[string, LlmFault]>([
  ['redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/v1/chat/completions' } }],
  ['denied', { status: 401 }],
  ['denied', { status: 404 }],
  ['refused', { status: 400 }],
  ['throttled', { status: 429, headers: { 'retry-after': '3600' } }],
  ['trouble', { status: 500 }],
  ['network', { cut: true }],
  ['unusable_answer', { body: 'It is open.' }],
  ['unusable_answer', { body: '{}' }],
  ['unusable_answer', { body: '{"choices":[]}' }],
  ['unusable_answer', { body: JSON.stringify(EMPTY) }],
  ['unusable_answer', { body: '{"choices":[{"message":{"content":["a"]}}]}' }],
  ['unusable_answer', { body: `{"x":"${'y'.repeat(300_000)}"}` }],
  ['unusable_answer', { finish: 'length' }],
  ['unusable_answer', { finish: 'content_filter' }],
  ['unusable_answer', { streams: true }],
])('%s: %o', async (reason, fault) => {
  llm.fail(fault);
  expect(await model().write(PROMPT, never)).toEqual({ failed: reason });
  expect(problems).toMatchObject([{ reason }]);
  const response = JSON.stringify(problems);
  for (const secret of [llm.apiKey, PROMPT.system, 'Write of', 'It is open']) expect(response).not.toContain(secret);
});

test('stops waiting for a silent service at the deadline or on abort', async () => {
  llm.fail({ silent: true });
  expect(await model({ timeoutMs: 150 }).write(PROMPT, never)).toEqual({ failed: 'timeout' });
  const stop = new AbortController();
  const written = model().write(PROMPT, stop.signal);
  await expect.poll(() => llm.seen.length).toBe(2);
  stop.abort(new Error('enough'));
  expect(await written).toEqual({ failed: 'stopped' });
  expect(await model().write(PROMPT, stop.signal)).toEqual({ failed: 'stopped' });
});

test('sends no requests while the service is away', async () => {
  llm.fail({ status: 401 });
  const writer = model();
  expect(await writer.write(PROMPT, never)).toEqual({ failed: 'denied' });
  expect(await writer.write(PROMPT, never)).toEqual({ failed: 'away' });
  expect(llm.seen).toHaveLength(1);
});

test('limits concurrent requests, and gives up a request without a turn in time', async () => {
  llm.fail({ delayMs: 30 });
  const writer = model({ atOnce: 2 });
  const all = await Promise.all(Array.from({ length: 7 }, () => writer.write(PROMPT, never)));
  expect(all.every((one) => 'text' in one)).toBe(true);
  expect(llm.most()).toBe(2);
  llm.heal();
  llm.fail({ silent: true });
  const few = model({ atOnce: 1, timeoutMs: 200 });
  const [first, second] = await Promise.all([few.write(PROMPT, never), few.write(PROMPT, never)]);
  expect([first, second]).toEqual([{ failed: 'timeout' }, { failed: expect.stringMatching(/^(busy|away)$/) }]);
});
