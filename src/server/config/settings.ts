import { DEFAULT_QUOTAS } from '../../services/quotas/limits.ts';
import {
  flag,
  integer,
  list,
  network,
  oneOf,
  operatorKey,
  optional,
  origin,
  secret,
  secretsKeys,
  setting,
  text,
  url,
} from './setting-readers.ts';
import { PROVIDER_SETTINGS } from './settings-providers.ts';
import { SERVICE_SETTINGS } from './settings-services.ts';

const { keys, incidents, states, bytes } = DEFAULT_QUOTAS;

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
    help: 'Directory for the embedded database, the operator key, the GitHub App and cached provider schemas.',
    fallback: './data',
    read: text,
  }),
  databaseUrl: secret({
    name: 'DATABASE_URL',
    help: 'Postgres (with pgvector) to use instead of the embedded database.',
    read: url('postgres:', 'postgresql:'),
  }),
  databaseConnections: setting({
    name: 'PLUMBLINE_DATABASE_CONNECTIONS',
    help: 'Connections to Postgres that this process may open for requests; its queue opens up to 5 more, and each of PLUMBLINE_WORKERS up to 3.',
    fallback: '10',
    read: integer(2, 500),
  }),
  redisUrl: secret({
    name: 'REDIS_URL',
    help: 'Redis that counts the rate limits of several instances together. Without it each instance counts its own.',
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
    fallback: '384',
    read: integer(0, 2048),
  }),
  adminKey: secret({
    name: 'PLUMBLINE_ADMIN_KEY',
    help: 'The operator key, of 20 characters or more. Without it one is generated into <data directory>/operator.key at the first start.',
    read: operatorKey,
  }),
  publicUrl: optional({
    name: 'PLUMBLINE_PUBLIC_URL',
    help: 'The address that users reach this server at, when it is not http://HOST:PORT. Payment pages lead back to it, and reports at code hosts link to it, and to nowhere else.',
    read: url('http:', 'https:'),
  }),
  quotaKeys: setting({
    name: 'PLUMBLINE_QUOTA_KEYS',
    help: 'Keys that an organization may have; those that were revoked or have expired do not count.',
    fallback: String(keys),
    read: integer(0, 1_000_000_000),
  }),
  quotaIncidents: setting({
    name: 'PLUMBLINE_QUOTA_INCIDENTS',
    help: 'Incidents that an organization may have. Further drift opens none, and the analysis reports that.',
    fallback: String(incidents),
    read: integer(0, 1_000_000_000),
  }),
  quotaStates: setting({
    name: 'PLUMBLINE_QUOTA_STATES',
    help: 'States of an organization that are read; an analysis reports the others as not read.',
    fallback: String(states),
    read: integer(0, 1_000_000_000),
  }),
  quotaMegabytes: setting({
    name: 'PLUMBLINE_QUOTA_MEGABYTES',
    help: 'Megabytes that findings and verdicts of an organization may take; beyond, no analysis is started.',
    fallback: String(bytes / 1024 ** 2),
    read: integer(1, 1_000_000_000),
  }),
  ...SERVICE_SETTINGS,
  secretsKeys: secret({
    name: 'PLUMBLINE_SECRETS_KEY',
    help: 'The key that encrypts addresses and signing secrets of webhooks in the database, of 20 random characters or more; two, with a comma between them, while it is being rotated: the first one encrypts, both decrypt. Without it one is generated into <data directory>/secrets.key. All instances need the same.',
    read: secretsKeys,
  }),
  webhookNetworks: optional({
    name: 'PLUMBLINE_WEBHOOK_NETWORKS',
    help: "Private addresses or networks that organizations' webhooks may lead to all the same, separated by commas: 10.20.0.0/16; loopback stands for this machine. Without it none may.",
    read: list(network),
  }),
  webhookHttp: setting({
    name: 'PLUMBLINE_WEBHOOK_HTTP',
    help: "Whether organizations' webhooks may be called over http, where everybody on the way can read them.",
    fallback: '0',
    read: flag,
  }),
  ...PROVIDER_SETTINGS,
  workers: setting({
    name: 'PLUMBLINE_WORKERS',
    help: 'How many analyses this server runs at once, each in a process of its own; one organization has at most all of them but one. 0 makes it answer requests only.',
    fallback: '2',
    read: integer(0, 64),
  }),
  workerMemory: setting({
    name: 'PLUMBLINE_WORKER_MEMORY',
    help: 'MiB of heap that one analysis may use: beyond it, its process ends and the analysis fails, and nothing else does.',
    fallback: '1024',
    read: integer(128, 65_536),
  }),
  trustedProxies: optional({
    name: 'PLUMBLINE_TRUSTED_PROXIES',
    help: 'Addresses or networks of the proxies in front, separated by commas: their X-Forwarded-For and X-Request-Id are trusted. loopback stands for this machine.',
    read: list(network),
  }),
  corsOrigins: optional({
    name: 'PLUMBLINE_CORS_ORIGINS',
    help: 'Origins whose pages may call the API from a browser, separated by commas: https://app.example.com',
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
  awsRegion: optional({
    name: 'AWS_REGION',
    help: 'Default region of resources whose region is unknown, where the organization sets none.',
    read: text,
  }),
  awsKeyId: optional({
    name: 'AWS_ACCESS_KEY_ID',
    help: "The credentials that organizations' roles are assumed with. Without them AWS's default credential chain is used: AWS_PROFILE, SSO, the role of the container or instance.",
    read: text,
  }),
  awsSecret: secret({
    name: 'AWS_SECRET_ACCESS_KEY',
    help: 'Goes with AWS_ACCESS_KEY_ID.',
    read: text,
  }),
  awsSession: secret({
    name: 'AWS_SESSION_TOKEN',
    help: 'Goes with AWS_ACCESS_KEY_ID when that is a temporary one.',
    read: text,
  }),
  awsEndpoint: optional({
    name: 'AWS_ENDPOINT_URL',
    help: 'An emulator or VPC endpoint to use in place of the public AWS addresses.',
    read: url('http:', 'https:'),
  }),
};
