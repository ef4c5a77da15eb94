import type { Json } from '../base/json.ts';
import type { SchemaNode } from '../base/schema.ts';
import type { Path, Value } from '../base/value.ts';
import type { AttributeDrift, Finding } from './analysis.ts';
import { fields } from './compare/canonical.ts';
import { isEmpty } from './compare/empty.ts';
import type { Difference, DriftResult } from './compare/find-drift.ts';
import { formatPath } from './path.ts';
import { maskValue, MASK, type Masker } from './redact.ts';
import { weigh } from './severity.ts';
import type { Place } from './state/place.ts';

/** Longer texts are cut: a finding is to be read, and a 5 MB document in it helps nobody. */
const LONGEST = 8192;

function cut(value: Json): Json {
  if (typeof value === 'string' && value.length > LONGEST)
    return `${value.slice(0, LONGEST)}… (${value.length} characters in all)`;
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]));
  return value;
}

/** Whether the step at each depth is the key of a map rather than the name of an attribute. */
function mapKeyDepths(schema: SchemaNode, path: Path): (depth: number) => boolean {
  const keys = new Set<number>();
  let node: SchemaNode | undefined = schema;
  for (const [i, step] of path.entries()) {
    if (node?.kind === 'map') keys.add(i);
    if (node?.kind === 'object') node = node.members[step]?.node;
    else node = node && 'element' in node ? node.element : undefined;
  }
  return (depth) => keys.has(depth);
}

function attribute(result: DriftResult, { path, before, live }: Difference, masker: Masker): AttributeDrift {
  const { schema, instance } = result.observed;
  const place = { schema, path, sensitivePaths: instance.sensitivePaths };
  const [was, is] = [maskValue(before, place), maskValue(live, place)];
  const sensitive = was.masked || is.masked;
  // A side that is empty would otherwise tell which of the two is.
  const whole = was.shown === MASK || is.shown === MASK;
  return {
    path: formatPath(path, mapKeyDepths(schema, path)),
    before: whole ? MASK : cut(was.shown),
    after: whole ? MASK : cut(is.shown),
    sensitive,
    requires_replace: false,
    action: isEmpty(before) ? 'added' : isEmpty(live) ? 'removed' : 'changed',
    ...(sensitive && { before_fingerprint: masker.fingerprint(before), after_fingerprint: masker.fingerprint(live) }),
  };
}

function sentence(result: DriftResult, attributes: AttributeDrift[], why: string): string {
  const { address } = result.instance;
  if (result.kind === 'deleted') return `${address} is in the state, but not in the cloud any more: ${why}.`;
  const names = [...new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path))];
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0];
  return `${list} of ${address} ${names.length > 1 ? 'differ' : 'differs'} from the state: ${why}.`;
}

/** The id that the cloud knows it by: its ARN, else its id. */
function cloudId(result: DriftResult): string | undefined {
  const { arn, id } = fields(result.observed.outcome.before);
  return [arn, id].find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/**
 * Makes a finding of a difference. Values are masked here, before anything else is done with them. `fingerprint` is keyed,
 * so that it tells whether this is the same drift as another time without telling any value.
 */
export function toFinding(
  result: DriftResult,
  about: { stateKey: string; place: Place; masker: Masker; now: Date },
): Finding {
  const { instance, kind } = result;
  if (kind !== 'changed' && kind !== 'deleted') throw new Error(`${instance.address} has no drift`);
  const { masker, place } = about;
  const attributes = result.differences.map((difference) => attribute(result, difference, masker));
  const { severity, why } = weigh({ type: instance.type, kind, attributes });
  const id = cloudId(result);
  const differences = result.differences.map(({ path, before, live }): Value => [path.map(String), before, live]);
  return {
    resource: instance.address,
    type: instance.type,
    provider: instance.provider.source,
    kind,
    severity,
    state_key: about.stateKey,
    ...(place.region === undefined ? {} : { region: place.region }),
    ...(place.account === undefined ? {} : { account_id: place.account }),
    ...(id === undefined ? {} : { cloud_id: id }),
    message: sentence(result, attributes, why),
    attributes,
    first_seen_at: about.now.toISOString(),
    fingerprint: masker.fingerprint([instance.address, kind, differences]),
  };
}
