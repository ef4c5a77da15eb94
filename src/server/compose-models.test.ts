import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { composeMetrics } from './compose-api.ts';
import { composeRemoteEmbedder, composeSummaries } from './compose-models.ts';
import { readConfig } from './config/config.ts';

type Compose = typeof composeRemoteEmbedder | typeof composeSummaries;

function composedBy<C extends Compose>(compose: C, env: Record<string, string>): ReturnType<C> {
  const metrics = composeMetrics();
  try {
    return compose(readConfig(env), { log: pino({ level: 'silent' }), metrics }) as ReturnType<C>;
  } finally {
    metrics.close();
  }
}

describe('the remote embedding model', () => {
  const URL = 'https://e.example/v1';
  const composed = (env: Record<string, string>) => composedBy(composeRemoteEmbedder, env);

  test('is named after the model, whoever hosts it, and absent without settings', () => {
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
    [
      { EMBEDDINGS_BASE_URL: 'https://e.example/v1?key=hunter2' },
      'EMBEDDINGS_BASE_URL must be an address without user',
    ],
    [{ EMBEDDINGS_BASE_URL: 'ftp://hunter2.example' }, 'EMBEDDINGS_BASE_URL must be a URL that starts with http'],
    [{ EMBEDDINGS_BASE_URL: URL, EMBEDDINGS_API_KEY: 'hunter2 and more' }, 'EMBEDDINGS_API_KEY must be one word'],
  ])('refuses settings that do not go together, without repeating a secret: %o', (env, said) => {
    const start = () => composed(env);
    expect(start).toThrow(said);
    expect(start).not.toThrow(/hunter2/);
  });
});

describe('the model that writes summaries', () => {
  const URL = 'https://ai.example/v1';
  const composed = (env: Record<string, string>) => composedBy(composeSummaries, env);

  test('is absent without settings', () => {
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
  ])('refuses settings that do not go together, without repeating a secret: %o', (env, said) => {
    const start = () => composed(env);
    expect(start).toThrow(said);
    expect(start).not.toThrow(/hunter2/);
  });
});
