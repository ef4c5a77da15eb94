import type { Logger } from 'pino';
import { githubApp } from '../integrations/github/app.ts';
import type { GithubProblem } from '../integrations/github/caller.ts';
import { githubSignIn } from '../integrations/github/sign-in.ts';
import { githubWebhooks } from '../integrations/github/webhooks.ts';
import type { CodeHostApp } from '../services/codehosts/port.ts';
import type { CodeHostSignIn } from '../services/sessions/code-host.ts';
import type { CodeHostPort } from '../services/webhooks/port.ts';
import { needed, type Config } from './config/config.ts';
import { readStoredApp, type StoredApp } from './stored-app.ts';

export { convertManifest, manifestTarget } from '../integrations/github/manifest.ts';

const GITHUB_API = 'https://api.github.com';

/** GitHub for this server; `app` is undefined while none is configured. */
export type Github = {
  webhooks: CodeHostPort;
  app: CodeHostApp | undefined;
  /** Undefined where people cannot sign in with GitHub. */
  signIn: CodeHostSignIn | undefined;
};

/** The address of GitHub's API: that of the environment, else that of the stored App. */
export function apiUrlOf({ githubApiUrl }: Config, stored: StoredApp | undefined): string {
  return githubApiUrl ?? stored?.api_url ?? GITHUB_API;
}

type Credentials = { appId: string; privateKey: string };

function credentialsOf(
  { githubAppId, githubPrivateKey }: Config,
  stored: StoredApp | undefined,
): Credentials | undefined {
  if (githubAppId !== undefined || githubPrivateKey !== undefined)
    return {
      appId: needed(githubAppId, 'GITHUB_APP_ID', 'for GITHUB_APP_PRIVATE_KEY'),
      privateKey: needed(githubPrivateKey, 'GITHUB_APP_PRIVATE_KEY', 'for GITHUB_APP_ID'),
    };
  return stored && { appId: String(stored.app_id), privateKey: stored.private_key };
}

/** The configured App, with its stored record if it has one. */
export type ConfiguredApp = {
  app: CodeHostApp;
  source: 'environment' | 'data directory';
  apiUrl: string;
  stored: StoredApp | undefined;
};

/**
 * The App of the environment, else the one stored in the data directory; undefined without one. Throws `ConfigError`
 * where a setting is missing.
 */
export function configuredApp(
  config: Config,
  dataDir: string,
  onProblem: (problem: GithubProblem) => void = () => undefined,
): ConfiguredApp | undefined {
  const stored = config.githubAppId === undefined ? readStoredApp(dataDir) : undefined;
  const credentials = credentialsOf(config, stored);
  if (!credentials) return undefined;
  const apiUrl = apiUrlOf(config, stored);
  const source = stored ? 'data directory' : 'environment';
  return { app: githubApp({ ...credentials, apiUrl, onProblem }), source, apiUrl, stored };
}

/** The client for sign-in: the environment's, else the stored one. Throws `ConfigError` where half of it is missing. */
function signInOf(
  config: Config,
  { apiUrl, stored }: ConfiguredApp,
  onProblem: (problem: GithubProblem) => void,
): CodeHostSignIn | undefined {
  const { githubAppId, githubClientId, githubClientSecret } = config;
  const ofApp = githubAppId?.startsWith('Iv') ? githubAppId : undefined;
  const clientId = githubClientId ?? ofApp ?? stored?.client_id;
  const clientSecret = githubClientSecret ?? stored?.client_secret;
  if (githubClientSecret !== undefined) needed(clientId, 'GITHUB_CLIENT_ID', 'for GITHUB_CLIENT_SECRET');
  if (githubClientId !== undefined) needed(clientSecret, 'GITHUB_CLIENT_SECRET', 'for GITHUB_CLIENT_ID');
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return githubSignIn({ apiUrl, clientId, clientSecret, onProblem });
}

/** GitHub for a server. A webhook secret in the environment replaces the stored one, so that it can be changed. */
export function composeGithub(config: Config, dataDir: string, log: Pick<Logger, 'warn'>): Github {
  const warn = (problem: GithubProblem) => log.warn(problem, 'GitHub did not do what it was asked');
  const configured = configuredApp(config, dataDir, warn);
  const { stored } = configured ?? {};
  return {
    signIn: configured && signInOf(config, configured, warn),
    webhooks: githubWebhooks(config.githubWebhookSecret ?? (stored ? [stored.webhook_secret] : [])),
    app: configured?.app,
  };
}
