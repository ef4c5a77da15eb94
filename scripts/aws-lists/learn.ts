import { getOrInsert } from '../../src/base/get-or-insert.ts';
import type { Answered, createAsker } from './ask.ts';
import { likeness } from './choose.ts';
import type { Aws2tfEntry } from './aws2tf.ts';
import type { Managed } from './instances.ts';
import { matchesIn, type Match } from './match.ts';
import type { Draft } from './operations.ts';

/** An applied estate. */
export type Applied = { name: string; url: string; regions: readonly string[]; instances: readonly Managed[] };

/** The maximum number of objects per type whose ids an operation is called with: more would show nothing new. */
const MAX_IDS = 4;
/** Argument names for types whose own names do not resemble them. */
const ARGUMENTS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:api|restApi|RestApi|Api)(?:Id)?$/, /_api$/],
  [/^LoadBalancer/, /^aws_(?:lb|elb)$/],
  [/^ListenerArn/, /^aws_lb_listener$/],
  [/^Rule$/, /_event_rule$/],
  [/^(?:HostedZone)?Id$/, /^aws_route53_zone$/],
  [/^EventBusName$/, /_event_bus$/],
  [
    /^ResourceShareArn|^DirectoryId|^SecretId|^KeyId|^FunctionName|^UserPoolId|^FileSystemId/,
    /_(?:share|directory|secret|key|function|pool|system)$/,
  ],
];

const fits = (argument: string, type: string): boolean =>
  likeness(type, argument) > 0.3 || ARGUMENTS.some(([name, types]) => name.test(argument) && types.test(type));

/** The possible arguments of an operation: ids of objects of its service. */
function argumentsFor(draft: Draft, instances: readonly Managed[]): string[] {
  const { argument } = draft;
  if (argument === undefined) return [];
  const byType = new Map<string, Set<string>>();
  for (const { type, importId, arn, name } of instances)
    if (fits(argument, type))
      for (const id of [importId, arn, name])
        if (id !== undefined) getOrInsert(byType, type, () => new Set<string>()).add(id);
  return [...new Set([...byType.values()].flatMap((ids) => [...ids].slice(0, MAX_IDS * 3)))];
}

/** Calls all list operations of the services that an estate's types belong to. */
export async function askFor(
  { regions, instances }: Applied,
  drafts: readonly Draft[],
  asker: ReturnType<typeof createAsker>,
  aws2tf: ReadonlyMap<string, Aws2tfEntry>,
): Promise<Answered[]> {
  const serviceOf = (type: string) => aws2tf.get(type)?.service;
  const services = new Set(instances.map(({ type }) => serviceOf(type)));
  const here = drafts.filter(({ service }) => services.has(service));
  const asked = here.flatMap((draft) => {
    const own = instances.filter(({ type }) => serviceOf(type) === draft.service);
    const given = draft.argument === undefined ? [undefined] : argumentsFor(draft, own);
    return regions.flatMap((region) => given.map((argument) => ({ draft, argument, region })));
  });
  return asker.ask(asked);
}

/** Finds the instances of an estate in the answers. */
export const learnFrom = (
  { instances }: Applied,
  answers: readonly Answered[],
  aws2tf: ReadonlyMap<string, Aws2tfEntry>,
): Match[] =>
  matchesIn(instances, answers, (type, service) => {
    const own = aws2tf.get(type)?.service;
    return own === undefined || own === service;
  });

/** Merges the matches of several estates. */
export function joined(matches: readonly Match[]): Match[] {
  const byKey = new Map<string, Match>();
  for (const match of matches) {
    const { draft } = match.answered;
    const key = JSON.stringify([match.type, draft.service, draft.name, match.path, match.importId]);
    const first = byKey.get(key);
    if (first === undefined) {
      byKey.set(key, match);
      continue;
    }
    for (const instance of match.instances) first.instances.add(instance);
    for (const argument of match.arguments) first.arguments.add(argument);
    first.arn ??= match.arn;
    first.name ??= match.name;
  }
  return [...byKey.values()];
}
