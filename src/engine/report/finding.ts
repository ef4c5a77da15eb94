import type { Value } from '../../base/value.ts';
import type { AttributeAction, AttributeDrift, Cause, Finding } from '../model/analysis.ts';
import { fields } from '../value/canonical.ts';
import { valueAt } from '../value/diff.ts';
import type { Difference, DriftResult } from '../sift/sift.ts';
import { isNothing } from '../value/empty.ts';
import type { InstanceRef } from '../compare/observed.ts';
import { companions } from '../correlate/side-effects.ts';
import {
  pathText,
  joinSecrets,
  maskText,
  maskValue,
  secretsOfObserved,
  sensitiveDepth,
  withoutSecrets,
  type Masker,
  type Secrets,
} from '../mask/mask.ts';
import { showDifference } from '../verdict/show-difference.ts';
import { plain } from './wording/clean.ts';
import { capital, findingClause } from './sentence/sentence.ts';
import { goneText } from '../noise/gone.ts';
import { weigh, weighSideEffect, type Weight } from './severity/severity.ts';
import type { Place } from '../state/place.ts';
import { truncate } from '../value/truncate.ts';

function actionOf(before: Value, live: Value): AttributeAction {
  if (isNothing(before)) return live === null ? 'removed' : 'added';
  return isNothing(live) ? 'removed' : 'changed';
}

function kept(attribute: AttributeDrift): AttributeDrift {
  const [before, after] = truncate(attribute.before, attribute.after);
  return { ...attribute, before, after };
}

type About = { stateKey: string; masker: Masker; secrets: Secrets };

const causeOf = ({ resource, stateKey: key }: InstanceRef, stateKey: string): Cause => ({
  resource,
  state_key: key ?? stateKey,
});

function attribute(result: DriftResult, difference: Difference, { stateKey, masker, secrets }: About): AttributeDrift {
  const { schema } = result.observed;
  const { path, before, live, compared, cause } = difference;
  const shown = showDifference(result.observed, difference, secrets);
  return {
    path: withoutSecrets(pathText(schema, path), secrets),
    before: shown.before,
    after: shown.after,
    sensitive: shown.sensitive,
    requires_replace: difference.replaces === true,
    action: actionOf(before, live),
    ...(cause && { caused_by: causeOf(cause, stateKey) }),
    ...(shown.sensitive && {
      before_fingerprint: masker.fingerprint(compared.before),
      after_fingerprint: masker.fingerprint(compared.live),
    }),
  };
}

/** Maximum differences that a finding lists. A list of 100,000 elements that all moved by one is reported as a whole. */
export const MAX_ATTRIBUTES = 200;

/**
 * Selects the differences of a finding. Differences inside a sensitive value are reported at that value, since the keys
 * of a sensitive map may be secret, too. If there are more than `MAX_ATTRIBUTES`, they are reported by top-level
 * attribute; `omitted` counts the differences that are not listed for this reason.
 */
function reportedDifferences({ differences, observed, instance }: DriftResult): {
  reported: Difference[];
  omitted: number;
} {
  const { schema, outcome } = observed;
  const byPath = new Map<string, Difference>();
  /** Sensitive values with differences. Each counts once, even if several of its keys differ. */
  const hiddenPlaces = new Set<string>();
  let places = 0;
  const inside = new Map<string, Record<'before' | 'live', Record<string, Value>>>();
  for (const difference of differences) {
    const hidden = sensitiveDepth({ schema, path: difference.path, sensitivePaths: instance.sensitivePaths });
    const depth = differences.length > MAX_ATTRIBUTES ? Math.min(hidden ?? 1, 1) : hidden;
    const path = difference.path.slice(0, depth);
    const key = JSON.stringify(path);
    if (hidden === undefined) places += 1;
    else hiddenPlaces.add(JSON.stringify(difference.path.slice(0, hidden)));
    if (path.length === difference.path.length) byPath.set(key, difference);
    else {
      const inner = JSON.stringify(difference.path);
      const compared = inside.get(key) ?? { before: {}, live: {} };
      inside.set(key, compared);
      compared.before[inner] = difference.compared.before;
      compared.live[inner] = difference.compared.live;
      byPath.set(key, {
        path,
        before: valueAt(outcome.before, path),
        live: valueAt(outcome.status === 'read' ? outcome.live : null, path),
        compared,
        ...(difference.cause && { cause: difference.cause }),
        ...(difference.replaces === true || byPath.get(key)?.replaces === true ? { replaces: true } : {}),
      });
    }
  }
  const kept = [...byPath.values()].slice(0, MAX_ATTRIBUTES);
  return { reported: kept, omitted: places + hiddenPlaces.size - kept.length };
}

/** The distinct causes of a finding, the strongest first. */
const causesOf = ({ attributes }: Pick<Finding, 'attributes'>, strongest: Cause): string[] => [
  ...new Set([strongest, ...attributes.flatMap(({ caused_by: cause }) => cause ?? [])].map(({ resource }) => resource)),
];
const othersAfter = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

/** Rules without a reason of their own: the fact is the reason. */
const SAID_BY_FACTS: ReadonlySet<string> = new Set(['setting', 'secret-changed']);

/**
 * The message of a finding as a clause, without its resource.
 * @param why the reason for its severity
 */
function factOf(finding: Finding, why: string): string {
  const { kind, type, attributes, caused_by: cause, severity_rule: rule } = finding;
  const said = kind === 'deleted' ? goneText(type) : undefined;
  if (said !== undefined) return `it ${said}`;
  const fact = findingClause(finding);
  if (kind === 'deleted') return rule === 'gone' || fact.includes(', so that ') ? fact : `${fact}: ${why}`;
  if (cause) return `side effect of ${othersAfter(causesOf(finding, cause))}: ${fact}`;
  // The fact must not name sensitive values; the reason for the severity may say more.
  return why !== '' && attributes.some(({ sensitive }) => sensitive) ? `${why}: ${fact}` : fact;
}

/** Weighs the unmasked values: sensitive values count, but are not named. */
function weighResult(
  result: DriftResult,
  differences: readonly Difference[],
  attributes: readonly AttributeDrift[],
): Weight {
  const { schema, outcome } = result.observed;
  return weigh({
    type: result.instance.type,
    kind: result.kind === 'deleted' ? 'deleted' : 'changed',
    before: outcome.before,
    live: outcome.status === 'read' ? outcome.live : null,
    changes: differences.map(({ path, before, live }, i) => ({
      schema,
      path,
      before,
      live,
      sensitive: attributes[i]?.sensitive === true,
    })),
  });
}

/** The region and account of an instance, if they are known. */
export const shownPlace = ({ region, account }: Place): Pick<Finding, 'region' | 'account_id'> => ({
  ...(region !== undefined && { region }),
  ...(account !== undefined && { account_id: account }),
});

/** Maximum computed-only and repeated attributes that are shown with a finding. */
const MAX_BESIDE = 20;

/** The ARN of an instance, else its id, masked: some ids are secrets, such as an access key's. */
function cloudId(result: DriftResult): string | undefined {
  const { schema, instance, outcome } = result.observed;
  const values = fields(outcome.before);
  const name = ['arn', 'id'].find((one) => typeof values[one] === 'string' && values[one] !== '');
  if (name === undefined) return undefined;
  const place = { schema, path: [name], sensitivePaths: instance.sensitivePaths };
  const { shown } = maskValue(values[name] ?? null, place);
  return typeof shown === 'string' ? shown : undefined;
}

/**
 * Builds a finding from a result. Values are masked first. `fingerprint` is a keyed digest of the compared values: it
 * is the same for the same drift, even if a set has another order, and reveals no value. `otherSecrets` are the secrets
 * of the state's other resources. Throws for a result without drift.
 */
export function toFinding(
  result: DriftResult,
  about: { stateKey: string; place: Place; masker: Masker; now: Date; otherSecrets?: Secrets },
): Finding {
  const { instance, kind } = result;
  if (kind !== 'changed' && kind !== 'deleted') throw new Error(`${instance.address} has no drift`);
  const { masker, place, stateKey } = about;
  const secrets = joinSecrets(secretsOfObserved(result.observed), about.otherSecrets);
  const { reported: differing, omitted } = reportedDifferences(result);
  const attributeOf = (difference: Difference) => attribute(result, difference, { stateKey, masker, secrets });
  const attributes = differing.map(attributeOf);
  const beside = companions(result, MAX_BESIDE).map(attributeOf);
  const { causedBy } = result;
  const cause = causedBy && causeOf(causedBy, stateKey);
  const weight = cause ? weighSideEffect(causesOf({ attributes }, cause)) : weighResult(result, differing, attributes);
  const ownId = cloudId(result);
  const id = ownId === undefined ? undefined : withoutSecrets(ownId, secrets);
  const differences = result.differences.map(({ path, compared }): Value => [
    [...path],
    compared.before,
    compared.live,
  ]);
  const why = SAID_BY_FACTS.has(weight.rule) ? '' : plain(withoutSecrets(maskText(weight.why), secrets));
  const finding: Finding = {
    resource: instance.address,
    type: instance.type,
    provider: instance.provider.source,
    ...(instance.provider.alias === undefined ? {} : { provider_alias: instance.provider.alias }),
    kind,
    severity: weight.severity,
    severity_rule: weight.rule,
    severity_reason: why,
    state_key: stateKey,
    ...shownPlace(place),
    ...(id === undefined ? {} : { cloud_id: id }),
    message: '',
    attributes,
    ...(omitted > 0 && { attributes_omitted: omitted }),
    ...(beside.length > 0 && !causedBy && { informational: beside.map(kept) }),
    ...(cause && { caused_by: cause }),
    first_seen_at: about.now.toISOString(),
    fingerprint: masker.fingerprint([stateKey, instance.address, kind, differences]),
    incident_id: null,
  };
  // The sentence is built from the whole values. The finding keeps truncated values.
  const fact = withoutSecrets(factOf(finding, why), secrets);
  const texts = { message: `${capital(fact)}.`, severity_reason: why || fact };
  return { ...finding, ...texts, attributes: attributes.map(kept) };
}
