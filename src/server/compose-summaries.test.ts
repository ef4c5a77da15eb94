import { pino } from 'pino';
import { expect, test } from 'vitest';
import { composeMetrics } from './compose-metrics.ts';
import { composeSummaries } from './compose-summaries.ts';
import { readConfig } from './config.ts';

function composed(env: Record<string, string>) {
  const metrics = composeMetrics();
  try {
    return composeSummaries(readConfig(env), { log: pino({ level: 'silent' }), metrics });
  } finally {
    metrics.close();
  }
}

const URL = 'https://ai.example/v1';

test('without settings there is no model; with them, it is called what it is called', () => {
  expect(composed({})).toBeUndefined();
  expect(composed({ AI_BASE_URL: URL, AI_MODEL: 'llama3.1:8b' })?.writer.model).toBe('llama3.1:8b');
});

test.each([
  [{ AI_MODEL: 'm' }, 'AI_BASE_URL is needed as well for AI_MODEL'],
  [{ AI_API_KEY: 'hunter2-key' }, 'AI_BASE_URL is needed as well for AI_API_KEY'],
  [{ AI_BASE_URL: URL }, 'AI_MODEL is needed as well for AI_BASE_URL'],
  [{ AI_BASE_URL: 'https://u:hunter2@ai.example/v1' }, 'AI_BASE_URL must be an address without user'],
  [{ AI_BASE_URL: URL, AI_API_KEY: 'hunter2 and more' }, 'AI_API_KEY must be one word'],
  [{ AI_TIMEOUT: '0' }, 'AI_TIMEOUT must be a whole number from 1 to 120'],
])('settings that do not go together stop the start, and what may be secret is not repeated: %o', (env, said) => {
  const start = () => composed(env);
  expect(start).toThrow(said);
  expect(start).not.toThrow(/hunter2/);
});
