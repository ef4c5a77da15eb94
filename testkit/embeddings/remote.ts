import { embeddingsService, type EmbeddingsSettings } from '../../src/integrations/embeddings/service.ts';
import type { RemoteEmbedder } from '../../src/services/memory/models/embedder.ts';
import type { EmbeddingsEmulator } from './start.ts';

/** The real adapter for an emulator. Its pause after a failure is short; its timeouts are long, for busy machines. */
export function remoteOf(emulator: EmbeddingsEmulator, settings: Partial<EmbeddingsSettings> = {}): RemoteEmbedder {
  return embeddingsService({
    baseUrl: emulator.url,
    apiKey: emulator.apiKey,
    model: emulator.model,
    onProblem: () => undefined,
    pace: {
      answer: { allMs: 10_000, tryMs: 10_000, tries: 1 },
      background: { allMs: 20_000, tryMs: 20_000, tries: 1 },
    },
    restMs: 1,
    ...settings,
  });
}
