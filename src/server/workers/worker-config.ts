import type { Config } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';

/** Secrets that no analysis needs. The rest of the secrets opens states, or leads to the database, the clouds or the model. */
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
 * The configuration of one worker process: its share of what limits this server, and of the secrets those that it needs. The
 * settings are read already: what its environment says of secrets is left out.
 */
export function workerConfig(config: Config): Config {
  const secret = new Set(
    Object.values(SETTINGS).flatMap((setting) => (setting.secret ? [setting.name, `${setting.name}_FILE`] : [])),
  );
  const env = Object.fromEntries(Object.entries(config.env).filter(([name]) => !secret.has(name)));
  const providerProcesses = Math.max(1, Math.ceil(config.providerProcesses / Math.max(1, config.workers)));
  return { ...config, ...NOT_NEEDED, env, providerProcesses };
}
