import { isNetwork } from '../api/proxies.ts';

/** One environment variable: what it is called, what it means, how its text is read. */
type Setting<T> = {
  name: string;
  help: string;
  fallback: string | undefined;
  secret?: boolean;
  read: (text: string) => T;
};

const text = (value: string) => value;

/** Texts separated by commas; `one` reads each. */
function list<T>(one: (value: string) => T) {
  return (value: string): T[] =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(one);
}

function network(value: string): string {
  if (!isNetwork(value))
    throw new Error('must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas');
  return value;
}

function integer(min: number, max: number) {
  return (value: string) => {
    const n = Number(value);
    if (!Number.isInteger(n) || n < min || n > max) throw new Error(`must be a whole number from ${min} to ${max}`);
    return n;
  };
}

function flag(value: string): boolean {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new Error('must be 1 or 0');
}

function url(...protocols: string[]) {
  return (value: string) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return value;
  };
}

/** A URL that is nothing but an origin. */
function origin(...protocols: string[]) {
  return (value: string) => {
    const { href, origin } = new URL(url(...protocols)(value));
    if (href !== `${origin}/`) throw new Error('must be an address without path, query or user');
    return origin;
  };
}

/** What is sent in a header: of an odd character there, the error would tell the whole value. */
function token(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new Error('must be one word of printable characters');
  return value;
}

function oneOrTwo(value: string): string[] {
  const values = value.split(',').map((one) => token(one.trim()));
  if (values.length > 2) throw new Error('must be one value, or two with a comma between them');
  return values;
}

type Plan = { name: string; price: string };

/** `price_1`, or `team=price_1,business=price_2`: the first is what is sold when nobody says which. */
function plans(value: string): [Plan, ...Plan[]] {
  const [first, ...others] = value.split(',').map((one): Plan => {
    const [, name = 'standard', price = ''] = /^(?:([a-z0-9_-]{1,40})=)?([A-Za-z0-9_]{1,255})$/.exec(one.trim()) ?? [];
    return { name, price };
  });
  if (!first) throw new Error('is empty');
  const found: [Plan, ...Plan[]] = [first, ...others];
  const distinct = (key: 'name' | 'price') => new Set(found.map((plan) => plan[key])).size === found.length;
  if (found.some(({ price }) => price === '') || !distinct('name') || !distinct('price'))
    throw new Error('must be the id of a price, or several as name=price_…,name=price_…');
  return found;
}

function operatorKey(value: string): string {
  if (value.length < 20) throw new Error('must have at least 20 characters');
  return value;
}

function oneOf<const T extends string>(...options: T[]) {
  return (value: string): T => {
    const found = options.find((option) => option === value);
    if (!found) throw new Error(`must be one of ${options.join(', ')}`);
    return found;
  };
}

/** Fixes the type of one entry while keeping the table readable. */
function setting<T>(entry: Setting<T>): Setting<T> {
  return entry;
}

/**
 * Every setting there is, in the order `.env.example` shows them. All are optional. Each may also be given as
 * `<NAME>_FILE`, the path of a file that holds the value.
 */
export const SETTINGS = {
  port: setting({
    name: 'PORT',
    help: 'Port to listen on; 0 takes a free one.',
    fallback: '8080',
    read: integer(0, 65535),
  }),
  host: setting({ name: 'HOST', help: 'Address to listen on.', fallback: '127.0.0.1', read: text }),
  dataDir: setting({
    name: 'PLUMBLINE_DATA_DIR',
    help: 'Directory for the embedded database, the operator key and cached provider schemas.',
    fallback: './data',
    read: text,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    help: 'Postgres (with pgvector) to use instead of the embedded database.',
    fallback: undefined,
    secret: true,
    read: url('postgres:', 'postgresql:'),
  }),
  databaseConnections: setting({
    name: 'PLUMBLINE_DATABASE_CONNECTIONS',
    help: 'Connections to Postgres that this process may open for requests and analyses; its queue opens up to 5 more.',
    fallback: '10',
    read: integer(2, 500),
  }),
  redisUrl: setting({
    name: 'REDIS_URL',
    help: 'Redis that counts the rate limits of several instances together. Without it each instance counts its own.',
    fallback: undefined,
    secret: true,
    read: url('redis:', 'rediss:'),
  }),
  keyLimit: setting({
    name: 'PLUMBLINE_KEY_LIMIT',
    help: 'Requests per minute that a key may make; the same number holds for an address that sends no valid key.',
    fallback: '120',
    read: integer(1, 1_000_000),
  }),
  orgLimit: setting({
    name: 'PLUMBLINE_ORG_LIMIT',
    help: 'Requests per minute that all keys of an organization may make together.',
    fallback: '600',
    read: integer(1, 1_000_000),
  }),
  recallLimit: setting({
    name: 'PLUMBLINE_RECALL_LIMIT',
    help: 'Recalls per minute that a key may make; they do not count among its other requests.',
    fallback: '60',
    read: integer(1, 1_000_000),
  }),
  orgRecallLimit: setting({
    name: 'PLUMBLINE_ORG_RECALL_LIMIT',
    help: 'Recalls per minute that all keys of an organization may make together.',
    fallback: '300',
    read: integer(1, 1_000_000),
  }),
  adminKey: setting({
    name: 'PLUMBLINE_ADMIN_KEY',
    help: 'The operator key, of 20 characters or more. Without it one is generated into <data directory>/operator.key at the first start.',
    fallback: undefined,
    secret: true,
    read: operatorKey,
  }),
  publicUrl: setting({
    name: 'PLUMBLINE_PUBLIC_URL',
    help: 'The address that users reach this server at, when it is not http://HOST:PORT. Payment pages lead back to it, and to nowhere else.',
    fallback: undefined,
    read: url('http:', 'https:'),
  }),
  stripeKey: setting({
    name: 'STRIPE_SECRET_KEY',
    help: 'Secret or restricted key of the Stripe account that organizations pay to. Without it there is no billing; with it, the next two and PLUMBLINE_PUBLIC_URL are needed.',
    fallback: undefined,
    secret: true,
    read: token,
  }),
  stripeWebhookSecrets: setting({
    name: 'STRIPE_WEBHOOK_SECRET',
    help: 'Signing secret of the webhook endpoint in Stripe; two, with a comma between them, while it is being rotated.',
    fallback: undefined,
    secret: true,
    read: oneOrTwo,
  }),
  stripePlans: setting({
    name: 'STRIPE_PRICE_ID',
    help: 'The price that organizations subscribe to; several as name=price_…,name=price_…, the first of which is the default.',
    fallback: undefined,
    read: plans,
  }),
  stripeApiBase: setting({
    name: 'STRIPE_API_BASE',
    help: "An emulator or proxy to use in place of Stripe's own address.",
    fallback: 'https://api.stripe.com',
    read: origin('http:', 'https:'),
  }),
  githubWebhookSecret: setting({
    name: 'GITHUB_WEBHOOK_SECRET',
    help: "The GitHub App's webhook secret; two, with a comma between them, while it is being rotated.",
    fallback: undefined,
    secret: true,
    read: oneOrTwo,
  }),
  providerMirror: setting({
    name: 'PLUMBLINE_PROVIDER_MIRROR',
    help: 'A Terraform filesystem mirror to take provider plugins from, looked at before all other places.',
    fallback: undefined,
    read: text,
  }),
  providerDownload: setting({
    name: 'PLUMBLINE_PROVIDER_DOWNLOAD',
    help: 'Whether a provider that is not on this machine may be downloaded from the OpenTofu registry. Whoever can write a state then decides which published provider runs here.',
    fallback: '0',
    read: flag,
  }),
  providerRegistry: setting({
    name: 'PLUMBLINE_PROVIDER_REGISTRY',
    help: 'The registry to download providers from.',
    fallback: 'https://registry.opentofu.org',
    read: url('http:', 'https:'),
  }),
  workers: setting({
    name: 'PLUMBLINE_WORKERS',
    help: 'How many analyses this process runs at once; 0 makes it answer requests only.',
    fallback: '2',
    read: integer(0, 64),
  }),
  trustedProxies: setting({
    name: 'PLUMBLINE_TRUSTED_PROXIES',
    help: 'Addresses or networks of the proxies in front, separated by commas: their X-Forwarded-For and X-Request-Id are believed. loopback stands for this machine.',
    fallback: undefined,
    read: list(network),
  }),
  corsOrigins: setting({
    name: 'PLUMBLINE_CORS_ORIGINS',
    help: 'Origins whose pages may call the API from a browser, separated by commas: https://app.example.com',
    fallback: undefined,
    read: list(origin('http:', 'https:')),
  }),
  shutdownDelay: setting({
    name: 'PLUMBLINE_SHUTDOWN_DELAY',
    help: 'Seconds between the signal to stop and the end of new connections, for a load balancer to notice that /api/v1/ready answers 503.',
    fallback: '0',
    read: integer(0, 300),
  }),
  logLevel: setting({
    name: 'PLUMBLINE_LOG_LEVEL',
    help: 'How much is logged to stdout, as JSON lines: fatal, error, warn, info, debug or silent.',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  }),
  awsRegion: setting({
    name: 'AWS_REGION',
    help: 'Region for instances whose own one is not known, when the organization has none.',
    fallback: undefined,
    read: text,
  }),
  awsKeyId: setting({
    name: 'AWS_ACCESS_KEY_ID',
    help: "The credentials that organizations' roles are assumed with. Without them AWS's usual chain is asked: AWS_PROFILE, SSO, the role of the container or instance.",
    fallback: undefined,
    read: text,
  }),
  awsSecret: setting({
    name: 'AWS_SECRET_ACCESS_KEY',
    help: 'Goes with AWS_ACCESS_KEY_ID.',
    fallback: undefined,
    secret: true,
    read: text,
  }),
  awsSession: setting({
    name: 'AWS_SESSION_TOKEN',
    help: 'Goes with AWS_ACCESS_KEY_ID when that is a temporary one.',
    fallback: undefined,
    secret: true,
    read: text,
  }),
  awsEndpoint: setting({
    name: 'AWS_ENDPOINT_URL',
    help: 'An emulator or VPC endpoint to use in place of the public AWS addresses.',
    fallback: undefined,
    read: url('http:', 'https:'),
  }),
};
