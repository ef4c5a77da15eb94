import type { Finding } from '../model/analysis.ts';

/** What a finding calls for: put it back, bring data back, find out which secret is right, make it again, keep it, decide. */
export type Call = 'revert' | 'restore' | 'secret' | 'remake' | 'keep' | 'decide';

type Entry = { rules: readonly string[]; what: string; why: string; call: Call };

/** Why findings matter, by the rules that weighed them (docs/severity.md); the first is what is looked at first. */
const MATTERS = {
  exposed: {
    rules: ['open-to-world', 'public-policy', 'public-access', 'public-endpoint', 'cors-open', 'filter-off'],
    what: 'Open to the internet',
    why: 'anybody may reach what the configuration keeps closed; the access logs say who has since',
    call: 'revert',
  },
  powers: {
    rules: ['admin-granted', 'iam-widened', 'deny-gone', 'privileged', 'review-off', 'trust-changed'],
    what: 'Allowed more than was decided',
    why: "somebody can do more in the account than the configuration lets them; the cloud's audit trail says who granted it and what was done with it",
    call: 'revert',
  },
  data: {
    rules: ['data-gone'],
    what: 'Data or keys gone',
    why: 'an apply makes the resource again, but empty; what was in it comes from a backup or not at all',
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
    what: 'Not recorded, or not for as long',
    why: 'after an incident there is nothing to look it up in',
    call: 'revert',
  },
  encryption: {
    rules: ['encryption', 'encryption-key', 'tls-off', 'tls-version', 'key-rotation'],
    what: 'Encryption weaker',
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
    what: 'Harder to bring back',
    why: 'a deletion or a bad write cannot be undone any more, or not as far back',
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
    what: 'Traffic goes elsewhere',
    why: 'it goes, or may go, where the configuration does not send it',
    call: 'decide',
  },
  access: {
    rules: ['iam-changed'],
    what: 'Access changed',
    why: 'who may do what is not what was decided, and whether it is more or less has to be looked at',
    call: 'decide',
  },
  gone: {
    rules: ['gone'],
    what: 'Deleted',
    why: 'what depends on it fails, or stays silent, until it is made again',
    call: 'remake',
  },
  narrowed: {
    rules: ['everything-denied', 'grant-gone', 'network-narrowed', 'iam-narrowed'],
    what: 'Allowed less than was decided',
    why: 'what relied on it does not work any more',
    call: 'decide',
  },
  capacity: {
    rules: ['availability'],
    what: 'Capacity changed',
    why: 'load is met with another size than was planned, in cost or in failures; an apply in the wrong moment changes it back',
    call: 'decide',
  },
  stricter: {
    rules: [],
    what: 'Stricter than the configuration',
    why: 'nothing is at risk now, but the next apply loosens it again',
    call: 'keep',
  },
  settings: {
    rules: ['setting'],
    what: 'Other settings',
    why: 'it behaves otherwise than the configuration says',
    call: 'decide',
  },
  words: {
    rules: ['words'],
    what: 'Tags and texts',
    why: 'nothing behaves differently; bills, owners and searches may go by them',
    call: 'decide',
  },
} as const satisfies Record<string, Entry>;

/** What findings have in common that makes them matter. */
export type Matter = keyof typeof MATTERS;

/** All of them, what is looked at first before the others. */
export const ALL_MATTERS = Object.keys(MATTERS) as Matter[];

export const matterText = (matter: Matter): Entry => MATTERS[matter];

const BY_RULE: ReadonlyMap<string, Matter> = new Map(
  ALL_MATTERS.flatMap((matter) => MATTERS[matter].rules.map((rule): [string, Matter] => [rule, matter])),
);

/** Last names of attributes that say how much of something there is. */
const CAPACITY =
  /(^|[._])(capacity|size|count|units|iops|throughput|concurrency|executions|replicas|nodes|cpu|memory|storage|(instance|node)_(type|class)|(rate|burst)_limit)$/;

/** Why a finding matters. */
export function matterOf({ kind, severity_rule: rule = '', attributes }: Finding): Matter {
  if (rule.endsWith('-tightened')) return 'stricter';
  const known = BY_RULE.get(rule) ?? (kind === 'deleted' ? 'gone' : 'settings');
  return known === 'settings' && attributes.some(({ path }) => CAPACITY.test(path)) ? 'capacity' : known;
}
