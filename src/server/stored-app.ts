import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { messageOf } from '../base/errors.ts';
import { ConfigError, type Config } from './config/config.ts';
import { appId, clientId, oneOrTwo, rsaKey, serviceUrl, token } from './config/setting-readers.ts';

/** A GitHub App as `plumbline github setup` stores it. */
const StoredApp = Type.Object({
  app_id: Type.Integer({ minimum: 1 }),
  slug: Type.String(),
  name: Type.String(),
  html_url: Type.String(),
  api_url: Type.String(),
  private_key: Type.String(),
  webhook_secret: Type.String(),
  /** OAuth credentials for sign-in; an earlier version did not store them. */
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
});
export type StoredApp = Static<typeof StoredApp>;

export function storedAppFile(dataDir: string): string {
  return join(dataDir, 'github-app.json');
}

function parse(text: string): StoredApp {
  const value: unknown = JSON.parse(text);
  if (!Check(StoredApp, value)) throw new Error('it lacks a field');
  // The same checks as for the settings.
  appId(String(value.app_id));
  oneOrTwo(value.webhook_secret);
  if (value.client_id !== undefined) clientId(value.client_id);
  if (value.client_secret !== undefined) token(value.client_secret);
  return { ...value, private_key: rsaKey(value.private_key), api_url: serviceUrl(value.api_url) };
}

/** The App stored in a data directory, if any. Throws `ConfigError` without any of the file's content. */
export function readStoredApp(dataDir: string): StoredApp | undefined {
  const file = storedAppFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError('PLUMBLINE_DATA_DIR', `holds ${file}, which cannot be read: ${messageOf(error)}`);
  }
  try {
    return parse(text);
  } catch {
    throw new ConfigError(
      'PLUMBLINE_DATA_DIR',
      `holds ${file}, which is not what \`plumbline github setup\` stored: restore it, or remove it and run that again`,
    );
  }
}

/** The page to install the stored App; undefined where the environment names another App. */
export function storedInstallUrl({ githubAppId }: Config, dataDir: string): string | undefined {
  const stored = githubAppId === undefined ? readStoredApp(dataDir) : undefined;
  return stored && `${stored.html_url}/installations/new`;
}

/**
 * Creates a temporary file for an App, readable by its owner only: this fails before there are credentials to lose.
 * `store` moves the complete file into place, so that the previous App stays until then.
 */
export async function reserveStoredApp(dataDir: string) {
  const file = storedAppFile(dataDir);
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  return {
    async store(app: StoredApp): Promise<void> {
      await handle.writeFile(`${JSON.stringify(app, null, 2)}\n`);
      await handle.sync();
      await rename(temporary, file);
    },
    /** Deletes the temporary file; a stored App stays. */
    async giveBack(): Promise<void> {
      await handle.close();
      await rm(temporary, { force: true });
    },
  };
}
