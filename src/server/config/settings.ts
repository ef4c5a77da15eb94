import { DEFAULT_QUOTAS } from '../../services/quotas/limits.ts';
import * as read from './setting-readers.ts';
import { optional, secret, setting } from './setting.ts';
import { PROVIDER_SETTINGS } from './settings-providers.ts';
import { SERVICE_SETTINGS } from './settings-services.ts';

const { keys, incidents, states, bytes } = DEFAULT_QUOTAS;

/**
 * All settings, in the order of `.env.example`. All are optional. Each may also be given as `<NAME>_FILE`, the path of a
 * file that contains the value.
 */
export const SETTINGS = {
  port: setting('PORT', read.integer(0, 65535), '8080').means('Port to listen on; 0 takes a free one.'),
  host: setting('HOST', read.text, '127.0.0.1').means('Address to listen on.'),
  dataDir: setting('PLUMBLINE_DATA_DIR', read.text, './data').means(
    'Directory for the embedded database, the operator key, the GitHub App and cached provider schemas.',
  ),
  databaseUrl: secret('DATABASE_URL', read.url('postgres:', 'postgresql:')).means(
    'Postgres (with pgvector) to use instead of the embedded database.',
  ),
  databaseConnections: setting('PLUMBLINE_DATABASE_CONNECTIONS', read.integer(2, 500), '10').means(
    'Connections to Postgres that this process may open for requests; its queue opens up to 5 more, and each of PLUMBLINE_WORKERS up to 3.',
  ),
  redisUrl: secret('REDIS_URL', read.url('redis:', 'rediss:')).means(
    'Redis that counts the rate limits of several instances together. Without it each instance counts its own.',
  ),
  keyLimit: setting('PLUMBLINE_KEY_LIMIT', read.integer(1, 1_000_000), '120').means(
    'Requests per minute that a key may make; the same number holds for an address that sends no valid key.',
  ),
  orgLimit: setting('PLUMBLINE_ORG_LIMIT', read.integer(1, 1_000_000), '600').means(
    'Requests per minute that all keys of an organization may make together.',
  ),
  recallLimit: setting('PLUMBLINE_RECALL_LIMIT', read.integer(1, 1_000_000), '60').means(
    'Recalls per minute that a key may make; they do not count among its other requests.',
  ),
  orgRecallLimit: setting('PLUMBLINE_ORG_RECALL_LIMIT', read.integer(1, 1_000_000), '300').means(
    'Recalls per minute that all keys of an organization may make together.',
  ),
  recallMemory: setting('PLUMBLINE_RECALL_MEMORY', read.integer(0, 2048), '384').means(
    'Megabytes of memory for the vectors of incidents, 2 KB each (4 bytes a dimension of the model), so that recall takes milliseconds; where they find no room, the database compares them.',
  ),
  adminKey: secret('PLUMBLINE_ADMIN_KEY', read.operatorKey).means(
    'The operator key, of 20 characters or more. Without it one is generated into <data directory>/operator.key at the first start.',
  ),
  publicUrl: optional('PLUMBLINE_PUBLIC_URL', read.url('http:', 'https:')).means(
    'The address that users reach this server at, when it is not http://HOST:PORT. Payment pages lead back to it, and reports at code hosts link to it, and to nowhere else.',
  ),
  quotaKeys: setting('PLUMBLINE_QUOTA_KEYS', read.integer(0, 1_000_000_000), String(keys)).means(
    'Keys that an organization may have; those that were revoked or have expired do not count.',
  ),
  quotaIncidents: setting('PLUMBLINE_QUOTA_INCIDENTS', read.integer(0, 1_000_000_000), String(incidents)).means(
    'Incidents that an organization may have. Further drift opens none, and the analysis reports that.',
  ),
  quotaStates: setting('PLUMBLINE_QUOTA_STATES', read.integer(0, 1_000_000_000), String(states)).means(
    'States of an organization that are read; an analysis reports the others as not read.',
  ),
  quotaMegabytes: setting('PLUMBLINE_QUOTA_MEGABYTES', read.integer(1, 1_000_000_000), String(bytes / 1024 ** 2)).means(
    'Megabytes that findings and verdicts of an organization may take; beyond, no analysis is started.',
  ),
  ...SERVICE_SETTINGS,
  secretsKeys: secret('PLUMBLINE_SECRETS_KEY', read.secretsKeys).means(
    'The key that encrypts addresses and signing secrets of webhooks in the database, of 20 random characters or more; two, with a comma between them, while it is being rotated: the first one encrypts, both decrypt. Without it one is generated into <data directory>/secrets.key. All instances need the same.',
  ),
  webhookNetworks: optional('PLUMBLINE_WEBHOOK_NETWORKS', read.list(read.network)).means(
    "Private addresses or networks that organizations' webhooks may lead to all the same, separated by commas: 10.20.0.0/16; loopback stands for this machine. Without it none may.",
  ),
  webhookHttp: setting('PLUMBLINE_WEBHOOK_HTTP', read.flag, '0').means(
    "Whether organizations' webhooks may be called over http, where everybody on the way can read them.",
  ),
  ...PROVIDER_SETTINGS,
  workers: setting('PLUMBLINE_WORKERS', read.integer(0, 64), '2').means(
    'How many analyses this server runs at once, each in a process of its own; one organization has at most all of them but one. 0 makes it answer requests only.',
  ),
  workerMemory: setting('PLUMBLINE_WORKER_MEMORY', read.integer(128, 65_536), '1024').means(
    'MiB of heap that one analysis may use: beyond it, its process ends and the analysis fails, and nothing else does.',
  ),
  trustedProxies: optional('PLUMBLINE_TRUSTED_PROXIES', read.list(read.network)).means(
    'Addresses or networks of the proxies in front, separated by commas: their X-Forwarded-For and X-Request-Id are trusted. loopback stands for this machine.',
  ),
  corsOrigins: optional('PLUMBLINE_CORS_ORIGINS', read.list(read.origin('http:', 'https:'))).means(
    'Origins whose pages may call the API from a browser, separated by commas: https://app.example.com',
  ),
  shutdownDelay: setting('PLUMBLINE_SHUTDOWN_DELAY', read.integer(0, 300), '0').means(
    'Seconds between the signal to stop and the end of new connections, for a load balancer to notice that /api/v1/ready answers 503.',
  ),
  logLevel: setting(
    'PLUMBLINE_LOG_LEVEL',
    read.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    'info',
  ).means('How much is logged to stdout, as JSON lines: fatal, error, warn, info, debug or silent.'),
  awsRegion: optional('AWS_REGION', read.text).means(
    'Default region of resources whose region is unknown, where the organization sets none.',
  ),
  awsKeyId: optional('AWS_ACCESS_KEY_ID', read.text).means(
    "The credentials that organizations' roles are assumed with. Without them AWS's default credential chain is used: AWS_PROFILE, SSO, the role of the container or instance.",
  ),
  awsSecret: secret('AWS_SECRET_ACCESS_KEY', read.text).means('Goes with AWS_ACCESS_KEY_ID.'),
  awsSession: secret('AWS_SESSION_TOKEN', read.text).means('Goes with AWS_ACCESS_KEY_ID when that is a temporary one.'),
  awsEndpoint: optional('AWS_ENDPOINT_URL', read.url('http:', 'https:')).means(
    'An emulator or VPC endpoint to use in place of the public AWS addresses.',
  ),
};
