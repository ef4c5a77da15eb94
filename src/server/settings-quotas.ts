import { DEFAULT_QUOTAS } from '../services/quotas/quotas.ts';
import { integer } from './setting-readers.ts';
import { setting } from './setting.ts';

const { keys, incidents, states, bytes } = DEFAULT_QUOTAS;

/** What an organization may have, unless its operator says otherwise for that one. */
export const QUOTA_SETTINGS = {
  quotaKeys: setting({
    name: 'PLUMBLINE_QUOTA_KEYS',
    help: 'Keys that an organization may have; those that were revoked or have expired do not count.',
    fallback: String(keys),
    read: integer(0, 1_000_000_000),
  }),
  quotaIncidents: setting({
    name: 'PLUMBLINE_QUOTA_INCIDENTS',
    help: 'Incidents that an organization may have. Drift beyond opens none, and the analysis says so.',
    fallback: String(incidents),
    read: integer(0, 1_000_000_000),
  }),
  quotaStates: setting({
    name: 'PLUMBLINE_QUOTA_STATES',
    help: 'States of an organization that are read; of the others an analysis says that they are not.',
    fallback: String(states),
    read: integer(0, 1_000_000_000),
  }),
  quotaMegabytes: setting({
    name: 'PLUMBLINE_QUOTA_MEGABYTES',
    help: 'Megabytes that findings and verdicts of an organization may take; beyond, no analysis is started.',
    fallback: String(bytes / 1024 ** 2),
    read: integer(1, 1_000_000_000),
  }),
};
