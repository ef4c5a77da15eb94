import { join, posix } from 'node:path';
import { isObject } from '../../base/json.ts';
import type { Ways } from '../../sources/contract/kind.ts';
import { cannot, firstText, homeOf, readIfThere, readNamed, required, text } from './contract.ts';
import type { BackendKind, Named } from './contract.ts';

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const MAX_TOKEN_BYTES = 1024 * 1024;
const HOW =
  'Run "gcloud auth application-default login", or set GOOGLE_CREDENTIALS, or GOOGLE_OAUTH_ACCESS_TOKEN="$(gcloud auth print-access-token)".';

/** Gets the person an access token with the file that `gcloud auth application-default login` wrote. */
async function personsToken(file: Record<string, unknown>, ways: Ways): Promise<{ access_token: string }> {
  const fields = ['client_id', 'client_secret', 'refresh_token'].map((name) => [name, text(file[name]) ?? '']);
  const answer = await ways.ask(text(file.token_uri) ?? TOKEN_URI, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([['grant_type', 'refresh_token'], ...fields] as [string, string][]).toString(),
    maxBytes: MAX_TOKEN_BYTES,
  });
  const said: unknown = answer.status === 200 ? JSON.parse(Buffer.from(answer.bytes).toString('utf8')) : {};
  const token = isObject(said) ? text(said.access_token) : undefined;
  if (token === undefined) throw cannot(`Google does not accept your login any more. ${HOW}`);
  return { access_token: token };
}

function credentialsOf(named: Named) {
  const { settings, env } = named;
  const impersonated = firstText(
    settings.impersonate_service_account,
    env.GOOGLE_BACKEND_IMPERSONATE_SERVICE_ACCOUNT,
    env.GOOGLE_IMPERSONATE_SERVICE_ACCOUNT,
  );
  if (impersonated !== undefined)
    throw cannot(
      'Service accounts are not impersonated from here. Set GOOGLE_OAUTH_ACCESS_TOKEN to its token ("gcloud auth print-access-token --impersonate-service-account=…") in its place.',
    );
  const token = firstText(settings.access_token, env.GOOGLE_OAUTH_ACCESS_TOKEN);
  if (token !== undefined) return { access_token: token };
  const given = firstText(settings.credentials, env.GOOGLE_BACKEND_CREDENTIALS, env.GOOGLE_CREDENTIALS);
  const path = given?.startsWith('{') ? undefined : (given ?? text(env.GOOGLE_APPLICATION_CREDENTIALS));
  const config = text(env.CLOUDSDK_CONFIG) ?? join(homeOf(env), '.config/gcloud');
  const key =
    path === undefined
      ? (given ?? readIfThere(config, 'application_default_credentials.json'))
      : readNamed(path, "Google's credentials file", named);
  if (key === undefined) throw cannot(`There are no credentials of Google. ${HOW}`);
  let file: unknown;
  try {
    file = JSON.parse(key);
  } catch {
    throw cannot(`The credentials of Google are no JSON. ${HOW}`);
  }
  if (isObject(file) && file.type === 'authorized_user') return (ways: Ways) => personsToken(file, ways);
  if (isObject(file) && file.type !== 'service_account')
    throw cannot(`Credentials of Google of this type are not understood here. ${HOW}`);
  return { credentials: key };
}

function endpointOf({ settings, env }: Named): string | undefined {
  const emulator = text(env.STORAGE_EMULATOR_HOST);
  if (emulator !== undefined) return emulator.includes('://') ? emulator : `http://${emulator}`;
  const named = text(settings.storage_custom_endpoint);
  // The person's token would be sent there, and the directory may be a stranger's.
  if (named !== undefined && !/^https:\/\/[\w.-]+\.googleapis\.com(?:\/|$)/.test(named))
    throw cannot(
      'The storage_custom_endpoint of the backend is none of Google: confirm it by GOOGLE_STORAGE_CUSTOM_ENDPOINT, and leave it out there.',
    );
  const own = firstText(named, env.GOOGLE_BACKEND_STORAGE_CUSTOM_ENDPOINT, env.GOOGLE_STORAGE_CUSTOM_ENDPOINT);
  return own?.replace(/\/storage\/v1(?:\/b)?\/?$/, '');
}

/** https://developer.hashicorp.com/terraform/language/backend/gcs */
export const gcs: BackendKind = {
  form: 'gs://bucket or gs://bucket/prefix',
  readUrl(rest) {
    const [, bucket, prefix = ''] = /^([^/]+)\/?(.*)$/s.exec(rest) ?? [];
    return bucket === undefined ? undefined : { settings: { bucket }, prefix };
  },
  placeOf(named) {
    if (firstText(named.settings.encryption_key, named.env.GOOGLE_ENCRYPTION_KEY) !== undefined)
      throw cannot('States that are encrypted with a key of your own (encryption_key) are not read from here.');
    const bucket = required(named, 'gcs', 'bucket');
    const settings = { bucket, endpoint: endpointOf(named) };
    return { kind: 'gcs', settings, credentials: credentialsOf(named), shown: (key) => `gs://${bucket}/${key}` };
  },
  keyOf: ({ settings }, workspace) =>
    posix.join((text(settings.prefix) ?? '').replace(/^\/+/, ''), `${workspace}.tfstate`),
};
