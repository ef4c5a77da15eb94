import type { Value } from '../../../base/value.ts';
import { entryOf } from '../../../clouds/clouds.ts';
import { bothWays, nowAndBefore, type Leaf, type Rule } from './change.ts';
import { comparePolicies, readPolicy } from '../access/policy.ts';

const KEYS = /(^|\.)((default_)?kms_(master_)?key_(id|arn|name)|sse_algorithm|encryption_type|encryption_key)$/;
const TLS =
  /(^|\.)((minimum|min|minimal)_(tls|protocol)_version|ssl_policy|security_policy|tls_(security_)?policy|ssl_minimal_tls_version_enforced)$/;
const ISSUERS =
  /[:.](issuer|issuer_url|bound_issuer|oidc_discovery_url|jwks_ur[il]|jwt_configuration\.audience|bound_audiences|config_url)$|_identity_provider:provider_details\[(oidc_issuer|MetadataURL|jwks_uri|token_url)\]$|_iam_openid_connect_provider:url$|_saml_provider:saml_metadata_document$/;
const WORDS = /(^|\.)(tags|tags_all|labels|description|comment)(\.|$)/;
/** Tags that define permissions or firewall rules. */
const NO_WORDS = /^rabbitmq_user:tags|^google_compute_\w+:(.*\.)?tags$|\[pod-security\.kubernetes\.io\/enforce\]$/;

const VERSIONS: readonly (readonly [RegExp, number])[] = [
  [/ssl[ _-]?v?[23]/i, 0],
  [/tls[ _-]?(?:v)?1[._-]?3[-_]1[._-]([0-3])/i, Number.NaN],
  [/tls13-1-([0-3])/i, Number.NaN],
  [/tls[ _-]?v?1[._-]([0-3])(?!\d)/i, Number.NaN],
  [/^1\.([0-3])$/, Number.NaN],
  [/fs-1-([0-2])/i, Number.NaN],
  [/tls[ _-]?v?1(?![\d.])/i, 1.0],
  [/^ELBSecurityPolicy-(?:FS-)?20\d\d/, 1.0],
];

/**
 * The oldest version of TLS that a policy accepts, by its name: `TLSv1.2_2021`, `ELBSecurityPolicy-TLS13-1-2-2021-06`,
 * `Policy-Min-TLS-1-0-2019-07`, `TLS1_2`, `1.2`. 0 for SSL; undefined for names without a version.
 */
function oldestTls(value: Value | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  for (const [form, version] of VERSIONS) {
    const match = form.exec(value);
    if (match) return Number.isNaN(version) ? Number(`1.${match[1]}`) : version;
  }
  return undefined;
}

const tlsText = (version: number): string => (version === 0 ? 'SSL' : `TLS ${version.toFixed(1)}`);

const tlsOf = ({ name, before, live }: Leaf) => {
  const [was, is] = [oldestTls(before[0]), oldestTls(live[0])];
  return TLS.test(name) && was !== undefined && is !== undefined && was !== is ? { was, is } : undefined;
};

/**
 * Rules for exposure, encryption, trust and TLS, for values that are neither switches, numbers nor words with an order.
 */
export const VALUE_RULES: readonly Rule[] = [
  {
    id: 'public-endpoint',
    severity: 'high',
    leaf: ({ name, live }, { type }) =>
      /_(lb|alb|elb)$/.test(type) && name === 'internal' && live[0] !== true ? 'it faces the internet now' : undefined,
  },
  {
    id: 'encryption-key',
    severity: 'high',
    leaf: (leaf) =>
      KEYS.test(leaf.name) && leaf.before.length > 0 && leaf.live.length > 0
        ? leaf.sensitive
          ? 'its data is encrypted with another key'
          : `its data is encrypted with ${nowAndBefore(leaf)}`
        : undefined,
  },
  {
    id: 'trust-changed',
    severity: 'high',
    leaf(leaf) {
      if (!ISSUERS.test(leaf.place) || leaf.before.length === 0) return undefined;
      return leaf.sensitive || leaf.live.length === 0
        ? 'it trusts tokens of another issuer now'
        : `it trusts tokens of or for ${nowAndBefore(leaf)}`;
    },
  },
  ...bothWays({ id: 'tls-version', severity: 'high' }, (way, leaf) => {
    const versions = tlsOf(leaf);
    if (!versions || versions.is < versions.was !== (way === 'worse')) return undefined;
    const [is, was] = [tlsText(versions.is), tlsText(versions.was)];
    return way === 'worse'
      ? `${is} is accepted now; the state says at least ${was}`
      : `only ${is} and newer is accepted now; the state says ${was}`;
  }),
];

/** True if both sides are equivalent policies: only names of statements differ. */
function isRenamed({ before, live }: Leaf): boolean {
  const [was, is] = [before, live].map(([value]) => readPolicy(value));
  if (!was || !is || before.length + live.length !== 2) return false;
  const version = ([value]: Leaf['live']) => (JSON.parse(value as string) as { Version?: unknown }).Version;
  return (
    version(before) === version(live) &&
    Object.values(comparePolicies(was, is)).every((found) => Array.isArray(found) && found.length === 0)
  );
}

/** True if a type only manages tags, topics or labels of other resources. */
const isOfTags = (type: string): boolean => entryOf(type)?.tags !== undefined;

/** Rules for texts for people. */
export const WORD_RULES: readonly Rule[] = [
  {
    id: 'words',
    severity: 'low',
    finding: ({ type, kind }) => (kind === 'deleted' && isOfTags(type) ? 'only tags are gone' : undefined),
    leaf: (leaf, { type }) =>
      (isOfTags(type) || WORDS.test(leaf.name)) && !NO_WORDS.test(leaf.place)
        ? 'only tags or texts changed'
        : isRenamed(leaf)
          ? 'only the names of its statements changed'
          : undefined,
  },
];

/** Rules for all other attributes. */
export const LAST_RULES: readonly Rule[] = [
  {
    id: 'secret-changed',
    severity: 'high',
    leaf: ({ sensitive }) => (sensitive ? 'a secret value changed' : undefined),
  },
  { id: 'setting', severity: 'medium', leaf: ({ name }) => (name === '' ? 'a setting changed' : `${name} changed`) },
];
