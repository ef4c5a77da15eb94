import { sayAll, type Leaf, type Rule } from './change.ts';
import { oldestTls, tlsText } from './scale.ts';

const KEYS = /(^|\.)(kms_(master_)?key_(id|arn)|sse_algorithm|encryption_type|encryption_key)$/;
const TLS = /(^|\.)((minimum|min)_(tls|protocol)_version|ssl_policy|security_policy|tls_(security_)?policy)$/;
const LOG_LISTS = /(^|\.)(enabled_cloudwatch_logs_exports|enabled_cluster_log_types|cloudwatch_logs_exports)$/;
const LOG_PLACES =
  /(^|\.)(logging|logging_config|access_logs?|access_log_settings|logging_info|log_destination)(\.\w+)*\.?(bucket|bucket_name|target_bucket|destination_arn|log_destination|log_group_name)$|(^|\.)(log_destination|s3_bucket_name)$/;
const CANNED_ACL = /(^|[:.])acl$/;
const WORDS = /(^|\.)(tags|tags_all|labels|description|comment)(\.|$)/;

const tlsOf = ({ name, before, live }: Leaf) => {
  const [was, is] = [oldestTls(before[0]), oldestTls(live[0])];
  return TLS.test(name) && was !== undefined && is !== undefined && was !== is ? { was, is } : undefined;
};

const isPublicAcl = (value: Leaf['live'][number] | undefined) =>
  typeof value === 'string' && value.startsWith('public-');

/** Exposure, encryption, logs and TLS where the values are no switches and no numbers. */
export const VALUE_RULES: readonly Rule[] = [
  {
    id: 'public-access',
    severity: 'critical',
    leaf: ({ name, before, live, sensitive }) =>
      CANNED_ACL.test(name) && isPublicAcl(live[0]) && !isPublicAcl(before[0])
        ? `anybody may read it now: its list is ${sayAll({ sensitive }, live)}`
        : undefined,
  },
  {
    id: 'public-access-tightened',
    severity: 'low',
    leaf: ({ name, before, live }) =>
      CANNED_ACL.test(name) && isPublicAcl(before[0]) && !isPublicAcl(live[0])
        ? 'it is not public any more'
        : undefined,
  },
  {
    id: 'public-endpoint',
    severity: 'high',
    leaf: ({ name, live }, { type }) =>
      /_(lb|alb|elb)$/.test(type) && name === 'internal' && live[0] !== true ? 'it faces the internet now' : undefined,
  },
  {
    id: 'encryption-key',
    severity: 'high',
    leaf: ({ name, before, live, sensitive }) =>
      KEYS.test(name) && before.length > 0 && live.length > 0
        ? sensitive
          ? 'its data is encrypted with another key'
          : `its data is encrypted with ${sayAll({ sensitive }, live)}; the state says ${sayAll({ sensitive }, before)}`
        : undefined,
  },
  {
    id: 'tls-version',
    severity: 'high',
    leaf: (leaf) => {
      const versions = tlsOf(leaf);
      return versions && versions.is < versions.was
        ? `${tlsText(versions.is)} is accepted now; the state says at least ${tlsText(versions.was)}`
        : undefined;
    },
  },
  {
    id: 'tls-version-tightened',
    severity: 'low',
    leaf: (leaf) => {
      const versions = tlsOf(leaf);
      return versions && versions.is > versions.was
        ? `only ${tlsText(versions.is)} and newer is accepted now; the state says ${tlsText(versions.was)}`
        : undefined;
    },
  },
  {
    id: 'audit-off',
    severity: 'high',
    leaf: ({ name, before, live, sensitive }) => {
      const lost = before.filter((one) => !live.includes(one));
      if (LOG_LISTS.test(name) && lost.length > 0)
        return `these logs are not written any more: ${sayAll({ sensitive }, lost)}`;
      if (!LOG_PLACES.test(name) || before.length === 0) return undefined;
      if (live.length === 0) return 'its logs are not written any more';
      return sensitive
        ? 'its logs go elsewhere now'
        : `its logs go to ${sayAll({ sensitive }, live)}; the state says ${sayAll({ sensitive }, before)}`;
    },
  },
  {
    id: 'audit-off-tightened',
    severity: 'low',
    leaf: ({ name, before, live }) =>
      (LOG_LISTS.test(name) && live.length > before.length) || (LOG_PLACES.test(name) && before.length === 0)
        ? 'more of what happens is recorded now'
        : undefined,
  },
];

/** What is only text for people. */
export const WORD_RULES: readonly Rule[] = [
  {
    id: 'words',
    severity: 'low',
    leaf: ({ name }) => (WORDS.test(name) ? 'only tags or texts changed' : undefined),
  },
];

/** What is left. */
export const LAST_RULES: readonly Rule[] = [
  {
    id: 'secret-changed',
    severity: 'high',
    leaf: ({ sensitive }) => (sensitive ? 'a value that is secret has changed' : undefined),
  },
  { id: 'setting', severity: 'medium', leaf: () => 'its settings have changed' },
];
