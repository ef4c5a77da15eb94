import { gzipSync } from 'node:zlib';
import type { Alphabet } from './random.ts';

/**
 * The format of a kind of secret. A `known` shape is a secret in any place; a `said` shape by the words beside it in a
 * longer text; a `named` shape is a bare word under a key that names it. `core` is the random part of a secret.
 */
export type Shape = {
  name: string;
  kind: 'known' | 'said' | 'named';
  alphabet: Alphabet;
  length: number;
  text: (core: string) => string;
  /** The key of a `named` shape. */
  key?: string;
};

const known = (name: string, alphabet: Alphabet, length: number, text: Shape['text']): Shape => ({
  name,
  kind: 'known',
  alphabet,
  length,
  text,
});
const said = (name: string, text: Shape['text']): Shape => ({ name, kind: 'said', alphabet: 'word', length: 20, text });
const named = (key: string): Shape => ({
  name: `the value of ${key}`,
  kind: 'named',
  alphabet: 'mixed',
  length: 20,
  text: (core) => core,
  key,
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** A prefix that secret scanners search for, in two pieces, so that they do not report this file. */
const prefix = (one: string, other: string) => (core: string) => `${one}${other}${core}`;

const pem = (kind: string, core: string) => `-----BEGIN ${kind} KEY-----\n${core}\n-----END ${kind} KEY-----`;

const KNOWN: Shape[] = [
  known('an access key of AWS', 'upper', 16, prefix('AK', 'IA')),
  known('a temporary access key of AWS', 'upper', 16, prefix('AS', 'IA')),
  known('a secret key of AWS', 'mixed', 40, (core) => core),
  known('a session token of AWS', 'mixed', 200, prefix('IQoJ', 'b3JpZ2lu')),
  known(
    'a JWT',
    'mixed',
    43,
    (core) => `ey${base64('{"alg":"HS256"}').slice(2, 18)}.ey${base64('{"sub":"1"}').slice(2, 14)}.${core}`,
  ),
  known('a private key', 'mixed', 64, (core) => pem('PRIVATE', core)),
  known('a private key of OpenSSH', 'mixed', 64, (core) => pem('OPENSSH PRIVATE', core)),
  known('a token of GitHub', 'mixed', 36, prefix('gh', 'p_')),
  known('a fine-grained token of GitHub', 'mixed', 60, prefix('github', '_pat_')),
  known('a token of GitLab', 'mixed', 20, prefix('gl', 'pat-')),
  known('a bot token of Slack', 'mixed', 24, prefix('xo', 'xb-1234567890-')),
  known('a webhook of Slack', 'mixed', 24, prefix('https://hooks.sl', 'ack.com/services/T0000/B0000/')),
  known('a live key of Stripe', 'mixed', 24, prefix('sk_', 'live_')),
  known('a webhook secret of Stripe', 'mixed', 32, prefix('wh', 'sec_')),
  known('a key of this service', 'mixed', 43, prefix('pl', 'k_')),
  known('an API key of Google', 'mixed', 35, prefix('AI', 'za')),
  known('an OAuth secret of Google', 'mixed', 28, prefix('GOC', 'SPX-')),
  known('an access token of Google', 'mixed', 40, prefix('ya', '29.')),
  known('a key of SendGrid', 'mixed', 43, prefix('S', 'G.abcdefghijklmnopqrstuv.')),
  known('a token of npm', 'mixed', 36, prefix('np', 'm_')),
  known('a token of PyPI', 'mixed', 60, prefix('py', 'pi-')),
  known('a token of Vault', 'mixed', 24, prefix('hv', 's.')),
  known('a token of DigitalOcean', 'hex', 64, prefix('dop', '_v1_')),
  known('a token of Databricks', 'hex', 32, prefix('da', 'pi')),
  known('a token of Hugging Face', 'mixed', 34, prefix('h', 'f_')),
  known('a key of Twilio', 'hex', 32, prefix('S', 'K')),
  known('a token of Docker Hub', 'mixed', 27, prefix('dckr', '_pat_')),
  known('a token of Grafana', 'mixed', 32, prefix('gl', 'sa_')),
  known('a key of a language model', 'mixed', 40, prefix('s', 'k-')),
  known('a bot token of Telegram', 'mixed', 33, prefix('123456789', ':AA')),
  known('an age key', 'upper', 58, prefix('AGE-SECRET', '-KEY-1')),
  known('a bcrypt hash', 'mixed', 53, prefix('$2', 'y$10$')),
];

const script = (core: string) => `#!/bin/sh\nexport DB_PASSWORD=${core}\nexec app\n`;

const SAID: Shape[] = [
  said('a password in a URL', (core) => `postgres://app:${core}@db.internal:5432/shop`),
  said('a token in a URL', (core) => `https://${core}@git.example/acme/app.git`),
  said('a signed URL', (core) => `https://x.blob.example/c?sv=2020&sig=${core}&se=2030`),
  said('an assignment', (core) => `run with password=${core} please`),
  said('an exported variable', (core) => `export API_TOKEN=${core}`),
  said('a line of settings', (core) => `host = db\ndb_password = ${core} and more\nport = 1`),
  said('a line of YAML', (core) => `db:\n  password: ${core}\n`),
  said('a block of YAML', (core) => `db:\n  password: |\n    ${core}\nx: 1`),
  said('a member of JSON', (core) => `{"clientSecret":"${core}","region":"x"}`),
  said('JSON in a text', (core) => `the body was {\\"api_key\\":\\"${core}\\"}`),
  said('a connection string', (core) => `AccountName=x;AccountKey=${core};EndpointSuffix=y`),
  said('a header', (core) => `Authorization: Basic ${core}`),
  said('a bearer token', (core) => `it sent Bearer ${core} to it`),
  said('a cookie', (core) => `Set-Cookie: session=${core}; Path=/`),
  said('a flag', (core) => `app --db-password ${core} --port 1`),
  said('a password for mysql', (core) => `mysql -u root -p${core} shop`),
  said('a password for curl', (core) => `curl -u app:${core} https://x.example`),
  said('a .netrc', (core) => `machine x login app password ${core}`),
  said('XML', (core) => `<Password>${core}</Password>`),
  said('a setting of XML', (core) => `<add key="DbPassword" value="${core}"/>`),
  said('a script in base64', (core) => base64(script(core))),
  said('a script that gzip packed', (core) => gzipSync(script(core)).toString('base64')),
  said('JSON written for a URL', (core) => encodeURIComponent(`{"password":"${core}"}`)),
  said('a secret of Kubernetes', (core) => JSON.stringify({ kind: 'Secret', data: { a: base64(core) } })),
  said('credentials of a registry', (core) => JSON.stringify({ auths: { 'r.example': { auth: base64(core) } } })),
  said('an environment', (core) => JSON.stringify([{ name: 'app', environment: [{ name: 'A', value: core }] }])),
];

const NAMED = [
  'password',
  'DbPassword',
  'db_pass',
  'client_secret',
  'api-key',
  'authToken',
  'access_key',
  'private_key',
  'connection_string',
  'user_data',
  'kubeconfig',
  'psk',
  'webhook_url',
  'session_cookie',
  'signing_key',
  'dsn',
  'ssh_key',
].map(named);

/** All shapes that can be recognized as secrets. A bare word in a sentence cannot. */
export const SHAPES: readonly Shape[] = [...KNOWN, ...SAID, ...NAMED];
