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
 * A configuration for an object: `proven`, since the provider's own plan for it changes nothing; or why there is none: the provider does not accept
 * it, or its plan would change the places in `left`.
 */
export type Configured =
  | { status: 'proven'; config: Value }
  | { status: 'invalid'; problems: string[] }
  | { status: 'differs'; left: string[] }
  | { status: 'unanswered'; detail: string };

/** Sets in one order, so that two of them can be compared; everything else as it is: to Terraform null and empty are not one. */
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
  return node.kind === 'set' ? all.toSorted((a, b) => (stable(a) < stable(b) ? -1 : 1)) : all;
}

/** Where a plan of this configuration would change an object; a text where the provider gives no plan. */
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

/** What the cloud sets where nothing is configured may go where the plan would change it. */
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

/** The first of some other forms of a proven configuration that are as good. */
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
 * Makes a configuration of a live object: the provider's own where it makes one, else what the object shows, repaired by the provider's own diagnostics.
 * It is proven by the provider's plan, which changes nothing. Calls of the cloud are only those that plans make. Rejects only with the reason of `signal`.
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
