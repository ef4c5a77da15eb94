import { isObject } from '../../base/json.ts';
import type { Value } from '../../base/value.ts';
import { stable } from '../compare/stable.ts';
import { compileGlob, matchesGlob } from '../rules/glob.ts';

/** One thing that an IAM policy says: who may (or may not) do what with what, under which condition. */
export type Grant = {
  effect: 'Allow' | 'Deny';
  principal: string;
  action: string;
  resource: string;
  condition: string;
};

export type Policy = {
  grants: readonly Grant[];
  /** Statements that say what they are not about. */ negated: readonly string[];
};

const list = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));

function principals(value: unknown): string[] {
  if (value === undefined) return ['its holder'];
  if (!isObject(value)) return list(value);
  // An account's number and its root are one principal.
  return Object.values(value)
    .flatMap(list)
    .map((one) => (/^\d{12}$/.test(one) ? `arn:aws:iam::${one}:root` : one));
}

function grantsOf(statement: Record<string, unknown>): Grant[] {
  const { Effect, Principal, Action, Resource, Condition } = statement;
  const conditions = isObject(Condition) && Object.keys(Condition).length > 0;
  const condition = conditions ? stable(Condition as Value) : '';
  const resources = Resource === undefined ? ['*'] : list(Resource);
  return principals(Principal).flatMap((principal) =>
    list(Action).flatMap((action) =>
      resources.map((resource) => ({
        effect: Effect === 'Deny' ? 'Deny' : 'Allow',
        principal,
        action,
        resource,
        condition,
      })),
    ),
  );
}

/** Grants that are read; a policy of AWS has room for a few hundred. */
const MOST = 500;

/** Reads an IAM policy; undefined for what is none, or too long to be one. */
export function readPolicy(value: Value | undefined): Policy | undefined {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(value);
  } catch {
    return undefined;
  }
  if (!isObject(document) || document.Statement === undefined) return undefined;
  const statements = [document.Statement].flat().filter(isObject);
  const isNegated = (one: Record<string, unknown>) =>
    ['NotAction', 'NotResource', 'NotPrincipal'].some((name) => name in one);
  const grants = statements.filter((one) => !isNegated(one)).flatMap(grantsOf);
  if (grants.length > MOST) return undefined;
  return { grants, negated: statements.filter(isNegated).map((one) => stable(one as Value)) };
}

/** Whether a pattern stands for a text; made ready once for many texts. */
function matcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const glob = compileGlob(pattern);
  return (text) => text === pattern || matchesGlob(glob, text);
}

/** Whether this grant says all that another one says. Conditions only narrow. */
function including({ effect, principal, action, resource, condition }: Grant): (other: Grant) => boolean {
  const [who, what, which] = [matcher(principal), matcher(action.toLowerCase()), matcher(resource)];
  return (other) =>
    effect === other.effect &&
    (condition === '' || condition === other.condition) &&
    what(other.action.toLowerCase()) &&
    which(other.resource) &&
    who(other.principal);
}

export type PolicyChange = {
  /** What is allowed and was not; what was denied and is not. */
  granted: Grant[];
  lifted: Grant[];
  /** The other way round. */
  revoked: Grant[];
  denied: Grant[];
  /** Statements that say what they are not about differ: which way cannot be told. */
  unclear: boolean;
};

const NONE: Policy = { grants: [], negated: [] };

/** Pairs that are compared: patterns come from whoever writes policies, and nobody waits for minutes for them. */
const MOST_PAIRS = 50_000;

const keyOf = ({ effect, principal, action, resource, condition }: Grant) =>
  JSON.stringify([effect, principal, action.toLowerCase(), resource, condition]);

/** What these say and those do not; undefined where that is too much to compare. */
function beyond(these: Policy, those: Policy): Grant[] | undefined {
  const known = new Set(those.grants.map(keyOf));
  const own = these.grants.filter((one) => !known.has(keyOf(one)));
  if (own.length * those.grants.length > MOST_PAIRS) return undefined;
  const all = those.grants.map(including);
  return own.filter((one) => !all.some((includes) => includes(one)));
}

/** Compares two policies by what they come to, not by how they are written. */
export function comparePolicies(before: Policy = NONE, live: Policy = NONE): PolicyChange {
  const [came, went] = [beyond(live, before), beyond(before, live)];
  if (!came || !went) return { granted: [], revoked: [], denied: [], lifted: [], unclear: true };
  const of = (grants: Grant[], effect: Grant['effect']) => grants.filter((one) => one.effect === effect);
  return {
    granted: of(came, 'Allow'),
    revoked: of(went, 'Allow'),
    denied: of(came, 'Deny'),
    lifted: of(went, 'Deny'),
    unclear: stable([...before.negated].toSorted()) !== stable([...live.negated].toSorted()),
  };
}

/** Whether a grant is for everybody, without a condition that would narrow it. */
export const isForAnybody = ({ effect, principal, condition }: Grant): boolean =>
  effect === 'Allow' && principal === '*' && condition === '';

/** Whether a grant is as good as everything: all actions, or all of IAM's, on everything. */
export const isAdmin = ({ effect, action, resource, principal }: Grant): boolean =>
  effect === 'Allow' && principal === 'its holder' && resource === '*' && /^(\*|\*:\*|iam:\*)$/i.test(action);

/** `s3:GetObject on arn:aws:s3:::b/*` */
export function grantText({ action, resource, principal }: Grant): string {
  const who = principal === 'its holder' ? '' : ` for ${principal === '*' ? 'anybody' : principal}`;
  return `${action}${resource === '*' ? '' : ` on ${resource}`}${who}`;
}
