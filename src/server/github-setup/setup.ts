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
  /** The organization that the App is to belong to; otherwise to the person who is signed in. */
  organization: string | undefined;
  name: string;
  /** Whether other accounts may install it. */
  isPublic: boolean;
  /** Whether it may write issues about drift. */
  driftIssues: boolean;
  /** In the place of PLUMBLINE_PUBLIC_URL. */
  publicUrl: string | undefined;
  port: number;
  /** Whether an App that is stored already gives way to the new one. */
  replace: boolean;
  signal: AbortSignal;
  /** Hears the address to open in a browser, and where GitHub will deliver. */
  onReady: (setup: { url: string; webhookUrl: string }) => void;
};

export type SetUpApp = Omit<StoredApp, 'private_key' | 'webhook_secret' | 'client_secret'> & {
  file: string;
  install_url: string;
};

type Wanted = Pick<SetupInput, 'name' | 'isPublic' | 'driftIssues'> & { publicUrl: string };

/**
 * What an App is to be, as GitHub's manifest has it; `redirectUrl` is where the browser comes back to.
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

/** What the new App is to be, of what was given. Throws `ConfigError` or `AppError` where it could not work. */
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
 * Has somebody create an App on GitHub in their browser, and stores what GitHub gives for it in the data directory, for its
 * owner alone to read. Neither key nor secret is in what it answers, or in what it throws.
 */
export async function setUpApp(input: SetupInput): Promise<SetUpApp> {
  const { apiUrl, dataDir, file, wanted } = prepare(input);
  const { organization, port, signal, onReady } = input;
  signal.throwIfAborted();
  // Before anything is made at GitHub: what could not be stored would be lost.
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
