import {
  flag,
  integer,
  list,
  modelName,
  network,
  oneOf,
  oneOrTwo,
  operatorKey,
  origin,
  plans,
  stateKeys,
  providerPattern,
  secretsKeys,
  serviceUrl,
  text,
  token,
  url,
} from './setting-readers.ts';
import { readProviderSettings } from './provider-settings.ts';

/** One environment variable: what it is called, what it means, how its text is read. */
type Setting<T> = {
  name: string;
  help: string;
  fallback: string | undefined;
  secret?: boolean;
  read: (text: string) => T;
};

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
  recallMemory: setting({
    name: 'PLUMBLINE_RECALL_MEMORY',
    help: 'Megabytes of memory for the vectors of incidents, 2 KB each (4 bytes a dimension of the model), so that recall takes milliseconds; where they find no room, the database compares them.',
    fallback: '256',
    read: integer(0, 2048),
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
  secretsKeys: setting({
    name: 'PLUMBLINE_SECRETS_KEY',
    help: 'What addresses and signing secrets of webhooks are sealed with in the database, of 20 random characters or more; two, with a comma between them, while it is being changed: the first one seals, both open. Without it one is generated into <data directory>/secrets.key. Several instances need the same.',
    fallback: undefined,
    secret: true,
    read: secretsKeys,
  }),
  webhookNetworks: setting({
    name: 'PLUMBLINE_WEBHOOK_NETWORKS',
    help: "Private addresses or networks that organizations' webhooks may lead to all the same, separated by commas: 10.20.0.0/16; loopback stands for this machine. Without it none may.",
    fallback: undefined,
    read: list(network),
  }),
  webhookHttp: setting({
    name: 'PLUMBLINE_WEBHOOK_HTTP',
    help: "Whether organizations' webhooks may be called over http, where everybody on the way can read them.",
    fallback: '0',
    read: flag,
  }),
  embeddingsUrl: setting({
    name: 'EMBEDDINGS_BASE_URL',
    help: 'A service with an OpenAI-compatible /embeddings, whose model recall then compares incidents with: https://api.openai.com/v1. Incidents and intents, masked, are sent there; without it nothing is. It needs EMBEDDINGS_MODEL: docs/memory.md.',
    fallback: undefined,
    secret: true,
    read: serviceUrl,
  }),
  embeddingsKey: setting({
    name: 'EMBEDDINGS_API_KEY',
    help: 'The key that EMBEDDINGS_BASE_URL wants, if it wants one.',
    fallback: undefined,
    secret: true,
    read: token,
  }),
  embeddingsModel: setting({
    name: 'EMBEDDINGS_MODEL',
    help: 'What EMBEDDINGS_BASE_URL calls the model: text-embedding-3-small.',
    fallback: undefined,
    read: modelName,
  }),
  providerMirror: setting({
    name: 'PLUMBLINE_PROVIDER_MIRROR',
    help: 'A Terraform filesystem mirror to take provider plugins from, looked at before all other places.',
    fallback: undefined,
    read: text,
  }),
  providerDownload: setting({
    name: 'PLUMBLINE_PROVIDER_DOWNLOAD',
    help: 'Whether a provider that is not on this machine may be downloaded from the OpenTofu registry. Whoever can write a state then decides which of those that PLUMBLINE_PROVIDERS allows runs here.',
    fallback: '0',
    read: flag,
  }),
  providerRegistry: setting({
    name: 'PLUMBLINE_PROVIDER_REGISTRY',
    help: 'The registry to download providers from.',
    fallback: 'https://registry.opentofu.org',
    read: url('http:', 'https:'),
  }),
  stateKeys: setting({
    name: 'PLUMBLINE_STATE_KEYS',
    help: "What organizations' states are opened with that OpenTofu encrypted with a passphrase: a JSON object whose keys are ids of organizations (logins may change hands) and whose values are what stands inside of `encryption { }`, as HCL in a text or as JSON, or lists of these. For AWS KMS the organization's role does, once it may decrypt: `plumbline aws set --state-key`.",
    fallback: undefined,
    secret: true,
    read: stateKeys,
  }),
  tofuEncryption: setting({
    name: 'TF_ENCRYPTION',
    help: "OpenTofu's own setting, in HCL or JSON: `plumbline scan` opens encrypted states with it.",
    fallback: undefined,
    secret: true,
    read: text,
  }),
  providers: setting({
    name: 'PLUMBLINE_PROVIDERS',
    help: 'Which providers may be run, separated by commas; * stands for any text within a part, and without a host the public registries are meant. Whoever can write a state chooses among them: docs/providers.md. plumbline scan runs whichever the states name, unless this is set.',
    fallback: 'hashicorp/aws,hashicorp/random,hashicorp/tls,hashicorp/time,hashicorp/null',
    read: list(providerPattern),
  }),
  providerSettings: setting({
    name: 'PLUMBLINE_PROVIDER_SETTINGS',
    help: 'What providers other than hashicorp/aws are configured with, as JSON: [{"provider": "hashicorp/google", "organizations": ["org_…"], "config": {…}, "env": {…}}]. An organization that is not named gets nothing of it: docs/providers.md.',
    fallback: undefined,
    secret: true,
    read: readProviderSettings,
  }),
  providerProcesses: setting({
    name: 'PLUMBLINE_PROVIDER_PROCESSES',
    help: 'How many provider plugins run at once, each with one configuration (account, role, region); more configurations take turns. Each takes some 200 to 400 MB.',
    fallback: '4',
    read: integer(1, 64),
  }),
  providerMemory: setting({
    name: 'PLUMBLINE_PROVIDER_MEMORY',
    help: 'MiB that one provider plugin may use: near it, it is replaced when its reads have ended; beyond it, it is killed. Linux only.',
    fallback: '1024',
    read: integer(128, 65_536),
  }),
  providerReads: setting({
    name: 'PLUMBLINE_PROVIDER_READS',
    help: 'Reads at once through one provider plugin, and the most at once from one service of an account.',
    fallback: '40',
    read: integer(1, 500),
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
