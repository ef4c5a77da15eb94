import type { Config } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';

/** Secrets that no analysis needs. The others decrypt states, or give access to the database, the clouds or the model. */
const NOT_NEEDED = {
  adminKey: undefined,
  secretsKeys: undefined,
  redisUrl: undefined,
  stripeKey: undefined,
  stripeWebhookSecrets: undefined,
  githubPrivateKey: undefined,
  githubWebhookSecret: undefined,
  githubClientSecret: undefined,
  embeddingsUrl: undefined,
  embeddingsKey: undefined,
  tofuEncryption: undefined,
} satisfies { [K in keyof Config]?: undefined };

/**
 * The configuration of one worker process: its share of the server's limits, and only the secrets that it needs. Settings
 * are already parsed, so its environment contains no secrets.
 */
export function workerConfig(config: Config): Config {
  const secret = new Set(
    Object.values(SETTINGS).flatMap((setting) => (setting.secret ? [setting.name, `${setting.name}_FILE`] : [])),
  );
  const env = Object.fromEntries(Object.entries(config.env).filter(([name]) => !secret.has(name)));
  const providerProcesses = Math.max(1, Math.ceil(config.providerProcesses / Math.max(1, config.workers)));
  return { ...config, ...NOT_NEEDED, env, providerProcesses };
}
