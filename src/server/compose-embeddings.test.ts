import { pino } from 'pino';
import { expect, test } from 'vitest';
import { composeRemoteEmbedder } from './compose-embeddings.ts';
import { composeMetrics } from './compose-metrics.ts';
import { readConfig } from './config.ts';

function composed(env: Record<string, string>) {
  const metrics = composeMetrics();
  try {
    return composeRemoteEmbedder(readConfig(env), { log: pino({ level: 'silent' }), metrics });
  } finally {
    metrics.close();
  }
}

const URL = 'https://e.example/v1';

test('without settings there is no remote model; with them, its name is the model’s, whoever hosts it', () => {
  expect(composed({})).toBeUndefined();
  expect(composed({ EMBEDDINGS_BASE_URL: URL, EMBEDDINGS_MODEL: 'BAAI/bge-m3' })?.name).toBe('remote:BAAI/bge-m3');
  expect(readConfig({ EMBEDDINGS_BASE_URL: 'http://ollama:11434/v1/' }).embeddingsUrl).toBe('http://ollama:11434/v1');
});

test.each([
  [{ EMBEDDINGS_MODEL: 'm' }, 'EMBEDDINGS_BASE_URL is needed as well for EMBEDDINGS_MODEL'],
  [{ EMBEDDINGS_API_KEY: 'hunter2-key' }, 'EMBEDDINGS_BASE_URL is needed as well for EMBEDDINGS_API_KEY'],
  [{ EMBEDDINGS_BASE_URL: URL }, 'EMBEDDINGS_MODEL is needed as well for EMBEDDINGS_BASE_URL'],
  [{ EMBEDDINGS_BASE_URL: URL, EMBEDDINGS_MODEL: 'a model' }, 'EMBEDDINGS_MODEL must be one word'],
  [{ EMBEDDINGS_BASE_URL: 'https://u:hunter2@e.example/v1' }, 'EMBEDDINGS_BASE_URL must be an address without user'],
  [{ EMBEDDINGS_BASE_URL: 'https://e.example/v1?key=hunter2' }, 'EMBEDDINGS_BASE_URL must be an address without user'],
  [{ EMBEDDINGS_BASE_URL: 'ftp://hunter2.example' }, 'EMBEDDINGS_BASE_URL must be a URL that starts with http'],
  [{ EMBEDDINGS_BASE_URL: URL, EMBEDDINGS_API_KEY: 'hunter2 and more' }, 'EMBEDDINGS_API_KEY must be one word'],
])('settings that do not go together stop the start, and what may be secret is not repeated: %o', (env, said) => {
  const start = () => composed(env);
  expect(start).toThrow(said);
  expect(start).not.toThrow(/hunter2/);
});
