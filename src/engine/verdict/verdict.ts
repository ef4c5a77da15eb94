import type { Coverage, RuleRef, SuppressedDifference } from '../model/analysis.ts';
import type { DriftResult } from '../sift/sift.ts';
import type { Json } from '../../base/json.ts';
import type { Path, Value } from '../../base/value.ts';
import { valueAt } from '../value/diff.ts';
import type { Observed } from '../compare/observed.ts';
import { pathText, maskSecrets, secretsOfObserved, withoutSecrets, type Secrets } from '../mask/mask.ts';
import { showDifference } from './show-difference.ts';

/** Maximum suppressed differences that are listed per instance; the rest is counted. */
const MAX_LISTED = 50;
/** Maximum characters of a value of a suppressed difference. */
const MAX_VALUE_LENGTH = 200;

/** The distinct ignore rules that hide differences of an instance. */
function rulesThatTook({ suppressed }: DriftResult): RuleRef[] {
  const rules = suppressed.flatMap(({ rule }) => rule ?? []);
  return rules.filter(({ id, source }, i) => rules.findIndex((one) => one.id === id && one.source === source) === i);
}

/** Both values at a path; none if one is too long. */
function valuesOf(observed: Observed, path: Path, secrets: Secrets): { before?: Json; after?: Json } {
  const { outcome } = observed;
  const was: Value = valueAt(outcome.before, path);
  const is: Value = outcome.status === 'read' ? valueAt(outcome.live, path) : null;
  const { before, after } = showDifference(observed, { path, before: was, live: is }, secrets);
  const long = [before, after].some((value) => JSON.stringify(value).length > MAX_VALUE_LENGTH);
  return long ? {} : { before, after };
}

/**
 * Lists the differences that a rule or stage suppressed: path, stage, reason, and both values if they are short, all
 * masked. A secret key in a path is masked too.
 */
function shownSuppressed({ suppressed, observed }: DriftResult): SuppressedDifference[] {
  if (suppressed.length === 0) return [];
  const { schema } = observed;
  const secrets = secretsOfObserved(observed);
  const listed = suppressed.slice(0, MAX_LISTED).map(({ path, stage, why, rule }) => ({
    path: withoutSecrets(pathText(schema, path), secrets),
    stage,
    why,
    ...valuesOf(observed, path, secrets),
    ...(rule && { rule }),
  }));
  const more = suppressed.length - listed.length;
  return more > 0 ? [...listed, { path: '…', stage: 'more', why: `${more} more differences were suppressed` }] : listed;
}

/** Masks the secrets of other resources of the state. */
export function withoutStateSecrets(difference: SuppressedDifference, secrets: Secrets): SuppressedDifference {
  const { before, after, ...rest } = difference;
  return {
    ...rest,
    path: withoutSecrets(difference.path, secrets),
    ...(before !== undefined && { before: maskSecrets(before, secrets) }),
    ...(after !== undefined && { after: maskSecrets(after, secrets) }),
  };
}

export type InstanceVerdict = Omit<Coverage, 'state_key'>;

export function verdictOf(result: DriftResult): InstanceVerdict {
  const { instance, kind, reason, detail } = result;
  const suppressed = shownSuppressed(result);
  const ignoredBy = rulesThatTook(result);
  return {
    resource: instance.address,
    type: instance.type,
    verdict: kind,
    reason,
    detail,
    ...(ignoredBy.length > 0 && { ignored_by: ignoredBy }),
    ...(suppressed.length > 0 && { suppressed }),
  };
}
