import type { Logger } from 'pino';
import { githubApp } from '../integrations/github/app.ts';
import { githubWebhooks } from '../integrations/github/webhooks.ts';
import type { CodeHostApp } from '../services/codehosts/port.ts';
import type { CodeHostPort } from '../services/webhooks/port.ts';
import { ConfigError, type Config } from './config.ts';
import { readStoredApp, type StoredApp } from './stored-app.ts';

const GITHUB_API = 'https://api.github.com';

/** GitHub, as this server has it: `app` is absent while none is configured. */
export type Github = { webhooks: CodeHostPort; app: CodeHostApp | undefined };

type Credentials = { appId: string; privateKey: string };

function credentialsOf(
  { githubAppId, githubPrivateKey }: Config,
  stored: StoredApp | undefined,
): Credentials | undefined {
  if (githubAppId !== undefined && githubPrivateKey !== undefined)
    return { appId: githubAppId, privateKey: githubPrivateKey };
  if (githubAppId !== undefined) throw new ConfigError('GITHUB_APP_PRIVATE_KEY', 'is needed as well for GITHUB_APP_ID');
  if (githubPrivateKey !== undefined)
    throw new ConfigError('GITHUB_APP_ID', 'is needed as well for GITHUB_APP_PRIVATE_KEY');
  return stored && { appId: String(stored.app_id), privateKey: stored.private_key };
}

/**
 * The App of the environment, else the one that was stored in the data directory. A webhook secret in the environment goes
 * before the stored one, so that it can be changed. Throws `ConfigError` where a part is missing.
 */
export function composeGithub(config: Config, dataDir: string, log: Pick<Logger, 'warn'>): Github {
  const stored = config.githubAppId === undefined ? readStoredApp(dataDir) : undefined;
  const credentials = credentialsOf(config, stored);
  return {
    webhooks: githubWebhooks(config.githubWebhookSecret ?? (stored ? [stored.webhook_secret] : [])),
    app:
      credentials &&
      githubApp({
        ...credentials,
        apiUrl: config.githubApiUrl ?? stored?.api_url ?? GITHUB_API,
        onProblem: (problem) => log.warn(problem, 'GitHub did not do what it was asked'),
      }),
  };
}
