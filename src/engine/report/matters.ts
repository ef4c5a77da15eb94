import type { Finding } from '../model/analysis.ts';

/**
 * The action that a finding requires: revert it, restore data, choose the right secret, recreate it, keep it, decide.
 */
export type Call = 'revert' | 'restore' | 'secret' | 'recreate' | 'keep' | 'decide';

type Entry = { rules: readonly string[]; what: string; why: string; call: Call };

/** The reasons why findings matter, by their severity rules (docs/severity.md). The most urgent first. */
const MATTERS = {
  exposed: {
    rules: ['open-to-world', 'public-policy', 'public-access', 'public-endpoint', 'cors-open', 'filter-off'],
    what: 'Open to the internet',
    why: 'anybody may reach what the configuration keeps closed; the access logs say who has since',
    call: 'revert',
  },
  powers: {
    rules: ['admin-granted', 'iam-widened', 'deny-gone', 'privileged', 'review-off', 'trust-changed'],
    what: 'More access than configured',
    why: "somebody can do more in the account than the configuration lets them; the cloud's audit trail says who granted it and what was done with it",
    call: 'revert',
  },
  data: {
    rules: ['data-gone'],
    what: 'Data or keys gone',
    why: 'an apply recreates the resource empty; its data comes back from a backup or not at all',
    call: 'restore',
  },
  keys: {
    rules: ['key-disabled', 'key-deletion'],
    what: 'Keys at risk',
    why: 'what is encrypted with a key cannot be read without it',
    call: 'revert',
  },
  records: {
    rules: ['audit-off', 'log-retention'],
    what: 'Logs off or kept for less time',
    why: 'no evidence after an incident',
    call: 'revert',
  },
  encryption: {
    rules: ['encryption', 'encryption-key', 'tls-off', 'tls-version', 'key-rotation'],
    what: 'Encryption weakened',
    why: 'data lies or travels with less protection than the configuration asks for',
    call: 'revert',
  },
  credentials: {
    rules: ['metadata-tokens', 'password-policy', 'session-length'],
    what: 'Credentials easier to take',
    why: 'passwords, tokens or sessions are guarded less than the configuration asks for',
    call: 'revert',
  },
  recovery: {
    rules: ['backups', 'backup-retention', 'data-retention', 'deletion-protection', 'data-loss-risk'],
    what: 'Recovery weakened',
    why: 'a deletion or a bad write can no longer be undone, or not as far back',
    call: 'revert',
  },
  secrets: {
    rules: ['secret-changed'],
    what: 'Secret values changed',
    why: 'the next apply puts the old ones back, and whoever uses the new ones fails',
    call: 'secret',
  },
  network: {
    rules: ['network-widened', 'network-changed', 'routes-changed', 'destination-changed'],
    what: 'Traffic redirected',
    why: 'it goes, or may go, to a destination that is not configured',
    call: 'decide',
  },
  access: {
    rules: ['iam-changed'],
    what: 'Access changed',
    why: 'permissions differ from the configuration; check whether they grant more or less',
    call: 'decide',
  },
  gone: {
    rules: ['gone'],
    what: 'Deleted',
    why: 'whatever depends on it fails until it is recreated',
    call: 'recreate',
  },
  narrowed: {
    rules: ['everything-denied', 'grant-gone', 'network-narrowed', 'iam-narrowed'],
    what: 'Less access than configured',
    why: 'whatever relied on it no longer works',
    call: 'decide',
  },
  capacity: {
    rules: ['availability'],
    what: 'Capacity changed',
    why: 'load meets another size than planned, at the price of cost or failures; an apply at the wrong moment changes it back',
    call: 'decide',
  },
  stricter: {
    rules: [],
    what: 'Stricter than configured',
    why: 'nothing is at risk now, but the next apply loosens it again',
    call: 'keep',
  },
  settings: {
    rules: ['setting'],
    what: 'Other settings',
    why: 'behaviour differs from the configuration',
    call: 'decide',
  },
  words: {
    rules: ['words'],
    what: 'Tags and descriptions only',
    why: 'no effect on behaviour; bills, owners and searches may depend on them',
    call: 'decide',
  },
} as const satisfies Record<string, Entry>;

export type Matter = keyof typeof MATTERS;

/** All reasons, the most urgent first. */
export const ALL_MATTERS = Object.keys(MATTERS) as Matter[];

export const matterText = (matter: Matter): Entry => MATTERS[matter];

const BY_RULE: ReadonlyMap<string, Matter> = new Map(
  ALL_MATTERS.flatMap((matter) => MATTERS[matter].rules.map((rule): [string, Matter] => [rule, matter])),
);

/** Last parts of attribute names that are quantities. */
const CAPACITY =
  /(^|[._])(capacity|size|count|units|iops|throughput|concurrency|executions|replicas|nodes|cpu|memory|storage|(instance|node)_(type|class)|(rate|burst)_limit)$/;

/** The reason why a finding matters. */
export function matterOf({ kind, severity_rule: rule = '', attributes }: Finding): Matter {
  if (rule.endsWith('-tightened')) return 'stricter';
  const matter = BY_RULE.get(rule) ?? (kind === 'deleted' ? 'gone' : 'settings');
  return matter === 'settings' && attributes.some(({ path }) => CAPACITY.test(path)) ? 'capacity' : matter;
}
