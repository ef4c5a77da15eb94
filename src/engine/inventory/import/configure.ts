import { compareTexts } from '../../../base/compare.ts';
import type { SchemaNode } from '../../../base/schema.ts';
import { UNKNOWN, type Path, type Value } from '../../../base/value.ts';
import type { ProviderSession } from '../../../provider/contract/types.ts';
import { proposedNew } from '../../confirm/proposed.ts';
import { isOptionalComputed } from '../../model/flags.ts';
import { elements, fieldOf, fields } from '../../value/canonical.ts';
import { diff, pathThrough } from '../../value/diff.ts';
import { stable } from '../../value/stable.ts';
import type { Proven } from '../prove/proof.ts';
import { draftConfig, leanConfig } from './draft.ts';
import { withEncodedDocuments } from './json-text.ts';
import { repairConfig, without } from './repair.ts';

/**
 * A configuration for an object, or the reason why there is none. `proven`: the provider's own plan for it changes
 * nothing. `invalid`: the provider does not accept it. `differs`: its plan would change the paths in `left`.
 * `unanswered`: the provider did not validate or plan it.
 */
export type Configured =
  | { status: 'proven'; config: Value }
  | { status: 'invalid'; problems: string[] }
  | { status: 'differs'; left: string[] }
  | { status: 'unanswered'; detail: string };

/** Sorts sets, so that two values can be compared. The rest is unchanged: null and empty differ for Terraform. */
function ordered(node: SchemaNode, value: Value): Value {
  if (value === null || value === UNKNOWN || typeof value !== 'object') return value;
  if (node.kind === 'object')
    return Object.fromEntries(
      Object.entries(node.members).map(([name, { node: inner }]) => [
        name,
        ordered(inner, fieldOf(fields(value), name)),
      ]),
    );
  if (!('element' in node)) return value;
  const { element } = node;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ordered(element, one)]));
  const all = elements(value).map((one) => ordered(element, one));
  return node.kind === 'set' ? all.toSorted((a, b) => compareTexts(stable(a), stable(b))) : all;
}

/**
 * The paths of an object that a plan of this configuration would change; an error text if the provider refuses to plan.
 */
async function changesBy(
  session: ProviderSession,
  { schema, object, live }: Proven,
  config: Value,
  signal: AbortSignal | undefined,
): Promise<Path[] | string> {
  const plan = await session.plan(object, { config, proposed: proposedNew(schema, live, config) }, signal);
  if (plan.status === 'refused') return plan.detail;
  return diff(schema, ordered(schema, live), ordered(schema, plan.planned));
}

/**
 * The maximum number of rounds. Each removes the arguments that the plan would change, if the cloud sets them when they
 * are not configured.
 */
const MAX_ROUNDS = 4;

async function provenConfig(
  session: ProviderSession,
  proven: Proven,
  first: Value,
  signal: AbortSignal | undefined,
): Promise<Configured> {
  const { schema } = proven;
  let config: Value = first;
  for (let round = 0; ; round += 1) {
    const left: Path[] | string = await changesBy(session, proven, config, signal);
    if (typeof left === 'string') return { status: 'unanswered', detail: left };
    if (left.length === 0) return { status: 'proven', config };
    const loose: Path[] = left
      .map(([name = '']): Path => [name])
      .filter(([name = '']): boolean => {
        const member = schema.members[String(name)];
        return member !== undefined && isOptionalComputed(member) && fieldOf(fields(config), String(name)) !== null;
      });
    if (loose.length === 0 || round === MAX_ROUNDS)
      return { status: 'differs', left: [...new Set(left.map((path) => pathThrough(schema, path)))] };
    config = loose.reduce<Value>((now, path) => without(schema, now, path), config);
  }
}

/** Returns the first other form of a proven configuration that is proven, too, or the configuration itself. */
async function shorter(
  session: ProviderSession,
  proven: Proven,
  config: Value,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const { schema, candidate } = proven;
  const lean = leanConfig(schema, config);
  const forms: Value[] = [withEncodedDocuments(schema, lean), withEncodedDocuments(schema, config), lean];
  const different = new Map<string, Value>(forms.map((form): [string, Value] => [stable(form), form]));
  different.delete(stable(config));
  for (const form of different.values()) {
    const problems = await session.validate(candidate.type, form, signal);
    if (problems?.length !== 0) continue;
    const left = await changesBy(session, proven, form, signal);
    if (typeof left !== 'string' && left.length === 0) return form;
  }
  return config;
}

/**
 * Makes a configuration for a live object: from the one that the provider generates, or else from the object's values.
 * The provider's diagnostics repair it, and its plan, which changes nothing, proves it. Only plans call the cloud.
 * Rejects only with the reason of `signal`.
 */
export async function configure(session: ProviderSession, proven: Proven, signal?: AbortSignal): Promise<Configured> {
  const { schema, candidate, live, object } = proven;
  const own = draftConfig(schema, live, candidate.region);
  const generated = await session.generate(object, signal);
  let result: Configured = { status: 'unanswered', detail: 'The provider did not validate it.' };
  const drafts: Value[] = generated === undefined ? [own] : [draftConfig(schema, generated, candidate.region), own];
  for (const draft of drafts) {
    const repaired = await repairConfig(session, candidate.type, schema, draft, signal);
    if (repaired === undefined) continue;
    result =
      'problems' in repaired
        ? { status: 'invalid', problems: repaired.problems }
        : await provenConfig(session, proven, repaired.config, signal);
    if (result.status === 'proven')
      return { status: 'proven', config: await shorter(session, proven, result.config, signal) };
  }
  return result;
}
