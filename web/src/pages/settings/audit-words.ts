/** The nouns for the resources of actions; an action is `<resource>.<verb>`. */
const THINGS: Readonly<Record<string, string>> = {
  analysis: 'an analysis',
  billing: 'the billing',
  cloud: 'the AWS settings',
  ignore_rules: 'the ignore rules',
  incident: 'an incident',
  inventory: 'the settings of inventories',
  key: 'an API key',
  organization: 'the organization',
  provider_settings: 'the settings of providers',
  repository: 'a repository',
  session: 'a session',
  session_link: 'a sign-in link',
  state_mappings: 'state assignments',
  state_source: 'a state source',
  webhook: 'a notification address',
};
const VERBS: Readonly<Record<string, string>> = {
  cancel: 'canceled',
  create: 'created',
  delete: 'deleted',
  disable: 'disabled',
  replace: 'changed',
  request: 'started',
  revoke: 'ended',
  rotate: 'rotated',
  save: 'changed',
  update: 'changed',
};
/** The phrases of actions whose noun and verb make no sentence. */
const WHOLE: Readonly<Record<string, string>> = {
  'billing.customer': 'began the billing',
  'incident.create': 'recorded an incident',
  'incident.delete_all': 'deleted all incidents',
  'incident.export': 'exported all incidents',
  'incident.expire': 'deleted incidents past their retention',
  'incident.import': 'imported incidents',
  'key.revoke': 'revoked an API key',
  'quota.update': 'changed the quotas',
  'session.end': 'signed out',
  'session.start': 'signed in',
  'state_claims.accept': 'accepted claims to states',
  'state_claims.end': 'ended claims that were withdrawn',
  'state_claims.take_over': 'gave states to another repository',
  'webhook.replay': 'resent a message to a notification address',
  'webhook.rotate': 'rotated the signing secret of a notification address',
  'webhook.test': 'sent a test to a notification address',
};

/** Replaces the underscores of an API name: `state_bucket` becomes `state bucket`. */
const asWords = (name: string): string => name.replaceAll('_', ' ');

/** The action in words, as `created an API key`. An unknown action is shown by its name. */
export function actionText(action: string): string {
  const [resource = '', verb = ''] = action.split('.');
  const whole = WHOLE[action];
  if (whole !== undefined) return whole;
  const [did, what] = [VERBS[verb], THINGS[resource]];
  return did !== undefined && what !== undefined ? `${did} ${what}` : `did “${asWords(verb)}” to ${asWords(resource)}`;
}

/**
 * The fields that can name the target. Without them the id is shown, unless the organization has only one such target.
 */
const NAMES = ['name', 'full_name', 'login', 'resource', 'url_hint'] as const;
const ONLY_ONE: readonly string[] = [
  'cloud',
  'ignore_rules',
  'inventory',
  'organization',
  'state_claims',
  'state_mappings',
  'session',
];

type Target = { kind: string; id: string };
type Detail = Readonly<Record<string, unknown>>;

export function nameOf(target: Target, detail: Detail): string | undefined {
  const named = NAMES.map((name) => detail[name]).find((one) => typeof one === 'string');
  return named ?? (ONLY_ONE.includes(target.kind) ? undefined : target.id);
}

/** One detail: a field with its value and, if it changed, its earlier value. */
export type Fact = { field: string; is: string; was?: string };

/** Longer values are shown only in the full details. */
const MAX_FACT = 120;

function textOf(value: unknown): string | undefined {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return 'none';
  return value.every((one) => typeof one === 'string') ? value.join(', ') : String(value.length);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Whether a value is a valid timestamp. The format is not enough: a prefix of states may be `2026-99-99T99:99Z`. */
export const isInstant = (value: string): boolean => INSTANT.test(value) && !Number.isNaN(Date.parse(value));

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

/** The details that fit on one line each; without empty values, names and documents. */
export function factsOf(detail: Detail): Fact[] {
  const facts = Object.entries(detail).flatMap(([name, value]): Fact[] => {
    const field = asWords(name);
    if (isChange(value)) {
      const [was, is] = [textOf(value.before), textOf(value.after)];
      return is === undefined || was === undefined ? [] : [{ field, is, was }];
    }
    const is = textOf(value);
    return is === undefined || is === 'none' || NAMES.some((one) => one === name) ? [] : [{ field, is }];
  });
  return facts.filter(({ is, was = '' }) => is.length <= MAX_FACT && was.length <= MAX_FACT);
}
