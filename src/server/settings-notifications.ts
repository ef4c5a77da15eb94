import { flag, list, network, secretsKeys } from './setting-readers.ts';
import { setting } from './setting.ts';

/** What organizations are told at, and what is sealed of it. */
export const NOTIFICATION_SETTINGS = {
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
};
