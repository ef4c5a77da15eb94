import { chatModel } from '../integrations/llm/writer.ts';
import type { Summarising } from '../services/summaries/summarise.ts';
import type { Metrics } from './compose-metrics.ts';
import { ConfigError, type Config } from './config.ts';

/** The model that writes summaries, where one is configured. Throws `ConfigError` where a part of it is missing. */
export function composeSummaries(
  config: Config,
  { log, metrics }: { log: { warn: (fields: object, text: string) => void }; metrics: Pick<Metrics, 'summaryMade'> },
): Summarising | undefined {
  const { aiUrl: baseUrl, aiModel: model, aiKey: apiKey } = config;
  if (baseUrl === undefined) {
    if (model !== undefined) throw new ConfigError('AI_BASE_URL', 'is needed as well for AI_MODEL');
    if (apiKey !== undefined) throw new ConfigError('AI_BASE_URL', 'is needed as well for AI_API_KEY');
    return undefined;
  }
  if (model === undefined) throw new ConfigError('AI_MODEL', 'is needed as well for AI_BASE_URL');
  return {
    writer: chatModel({
      baseUrl,
      apiKey,
      model,
      timeoutMs: config.aiTimeout * 1000,
      atOnce: config.aiConcurrency,
      onProblem: (problem) => log.warn(problem, 'the model that writes summaries did not do what it was asked'),
    }),
    onSummary({ analysis, outcome, why }) {
      metrics.summaryMade(outcome);
      if (outcome !== 'model' && outcome !== 'cached')
        log.warn({ analysis, outcome, why }, 'rules made the summary, not the model');
    },
  };
}
