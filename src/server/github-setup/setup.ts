import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError, messageOf } from '../../base/errors.ts';
import { EVENTS, wantedPermissions } from '../../services/codehosts/check-app.ts';
import { apiUrlOf, convertManifest, manifestTarget } from '../compose-github.ts';
import { ConfigError, readConfig, type Env } from '../config/config.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { openSetupListener } from './listener.ts';
import { donePage } from './page.ts';
import { reserveStoredApp, storedAppFile, type StoredApp } from '../stored-app.ts';

export type SetupInput = {
  env: Env;
  /** The GitHub organization that will own the App; undefined: the signed-in person. */
  organization: string | undefined;
  name: string;
  /** Whether other accounts may install the App. */
  isPublic: boolean;
  /** Whether the App may write issues about drift. */
  driftIssues: boolean;
  /** Overrides PLUMBLINE_PUBLIC_URL. */
  publicUrl: string | undefined;
  port: number;
  /** Whether the new App replaces a stored one. */
  replace: boolean;
  signal: AbortSignal;
  /** Called with the address to open in a browser, and the address that GitHub will deliver to. */
  onReady: (setup: { url: string; webhookUrl: string }) => void;
};

export type SetUpApp = Omit<StoredApp, 'private_key' | 'webhook_secret' | 'client_secret'> & {
  file: string;
  install_url: string;
};

type Wanted = Pick<SetupInput, 'name' | 'isPublic' | 'driftIssues'> & { publicUrl: string };

/**
 * The manifest of the App; GitHub sends the browser back to `redirectUrl`.
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest#github-app-manifest-parameters
 */
function appManifest({ name, publicUrl, isPublic, driftIssues }: Wanted, redirectUrl: string) {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    name,
    url: base,
    description: 'Reports where the live cloud no longer matches its Terraform state.',
    hook_attributes: { url: `${base}/api/v1/webhooks/github`, active: true },
    redirect_url: redirectUrl,
    callback_urls: [`${base}/api/v1/session/github/callback`],
    request_oauth_on_install: false,
    public: isPublic,
    default_permissions: wantedPermissions({ driftIssues }),
    default_events: EVENTS,
  };
}

/** Checks the input and the settings. Throws `ConfigError` or `AppError` where the new App could not work. */
function prepare({ env, ...input }: SetupInput) {
  const config = readConfig(env);
  const publicUrl = input.publicUrl ?? config.publicUrl;
  if (publicUrl === undefined)
    throw new ConfigError('PLUMBLINE_PUBLIC_URL', 'is needed: the address that GitHub delivers events to');
  if (config.githubAppId !== undefined)
    throw new ConfigError(
      'GITHUB_APP_ID',
      'is set, and goes before what is stored: remove it from the environment first',
    );
  const dataDir = resolve(config.dataDir);
  const file = storedAppFile(dataDir);
  if (existsSync(file) && !input.replace)
    throw new AppError(
      'conflict',
      `there is an App in ${file} already: "plumbline github show" prints it, --replace stores another in its place`,
    );
  makeDataDirectory(dataDir);
  return { apiUrl: apiUrlOf(config, undefined), dataDir, file, wanted: { ...input, publicUrl } };
}

/**
 * Creates an App on GitHub through the person's browser, and stores its credentials in the data directory, readable by
 * the owner only. Neither the result nor an error contains a key or secret.
 */
export async function setUpApp(input: SetupInput): Promise<SetUpApp> {
  const { apiUrl, dataDir, file, wanted } = prepare(input);
  const { organization, port, signal, onReady } = input;
  signal.throwIfAborted();
  // Before the App is created at GitHub: credentials that cannot be stored would be lost.
  const place = await reserveStoredApp(dataDir);
  const listener = await openSetupListener({
    port,
    form: (redirectUrl, state) => ({
      target: manifestTarget(apiUrl, organization, state),
      manifest: appManifest(wanted, redirectUrl),
      account: organization ?? 'you',
    }),
    async receive(code) {
      const made = await convertManifest(apiUrl, code);
      const { id, slug, name, html_url, client_id } = made;
      const app = { app_id: id, slug, name, html_url, api_url: apiUrl, client_id };
      const { pem: private_key, webhook_secret, client_secret } = made;
      await place.store({ ...app, private_key, webhook_secret, client_secret }).catch((error: unknown) => {
        throw new AppError(
          'internal',
          `the App ${name} was made, but not stored (${messageOf(error)}): delete it at ${html_url}, and begin again`,
        );
      });
      const install_url = `${html_url}/installations/new`;
      return { result: { ...app, file, install_url }, page: donePage({ name, installUrl: install_url }) };
    },
  }).catch(async (error: unknown) => {
    await place.giveBack();
    throw new AppError('unavailable', `port ${port} of 127.0.0.1 cannot be listened on: ${messageOf(error)}`);
  });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    onReady({ url: listener.url, webhookUrl: appManifest(wanted, '').hook_attributes.url });
    return await Promise.race([listener.done, aborted]);
  } finally {
    listener.close();
    await place.giveBack();
  }
}
