import { readParent, type ListedResource } from '../../src/clouds/aws/inventory/table.ts';
import type { Aws2tfEntry } from './aws2tf.ts';
import type { Managed } from './instances.ts';
import { oddness, type Match } from './match.ts';
import type { Draft } from './operations.ts';
import { NOT_LEARNED, REVIEWED_LINES, type ReviewedLine } from './reviewed.ts';

/** A way to list a type, with the evidence for it. */
export type Choice = {
  match: Match;
  /** The number of instances that it finds, of all `of` instances in the estates. */
  found: number;
  of: number;
  /** aws2tf's table names the same operation. */
  agreed: boolean;
  parent: ListedResource['parent'];
};

/** The words of a name in camel or snake case, in the singular and without words that most names share. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/^(?:aws_|Describe|List|Get)/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.]/)
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=[a-z]{2})s$/, '')
        .replace(/^config$/, 'configuration'),
    )
    .filter((word) => word !== '' && !['id', 'arn', 'name', 'db', 'v2', 'all', 'set'].includes(word));
}

/** The service's words for types that Terraform names differently. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  aws_lb: 'load_balancer',
  aws_elb: 'load_balancer',
  aws_eip: 'address',
  aws_ami: 'image',
  aws_cloudwatch_event_rule: 'rule',
  aws_route53_record: 'resource_record',
  aws_db_instance: 'db_instance',
  aws_sfn_state_machine: 'state_machine',
};

/** The share of words that a type and an operation have in common, from 0 to 1. */
export function likeness(type: string, operation: string): number {
  const ofType = new Set([...wordsOf(type), ...wordsOf(OTHER_WORDS[type] ?? '')]);
  const ofOperation = wordsOf(operation);
  const shared = ofOperation.filter((word) => ofType.has(word)).length;
  return shared === 0 ? 0 : (shared / ofOperation.length + shared / ofType.size) / 2;
}

function scoreOf(match: Match, share: number, agreed: boolean): number {
  const { draft, argument } = match.answered;
  return (
    share * 10 +
    (agreed ? 4 : 0) +
    likeness(match.type, draft.name) * 6 -
    (argument === undefined ? 0 : 2.5) -
    match.path.split('.').length * 0.4 -
    match.importId.length * 0.01 -
    oddness(match.importId) * 0.5 +
    (match.arn === undefined ? 0 : 0.3)
  );
}

/** The type of the objects whose ids were the arguments, and which of their ids these were. */
function parentOf(
  { type, answered, arguments: given }: Match,
  instances: readonly Managed[],
  aws2tf: ReadonlyMap<string, Aws2tfEntry>,
): Choice['parent'] {
  const wanted = answered.draft.argument ?? '';
  let best: { parent: NonNullable<Choice['parent']>; score: number } | undefined;
  for (const parent of new Set(instances.map((one) => one.type))) {
    if (parent === type || aws2tf.get(parent)?.service !== answered.draft.service) continue;
    for (const by of ['importId', 'arn', 'name'] as const) {
      const ids = new Set(instances.filter((one) => one.type === parent).map((one) => one[by]));
      const share = [...given].filter((one) => ids.has(one)).length / given.size;
      const score =
        share * 4 + likeness(parent, wanted) * 3 - wordsOf(parent).length * 0.1 - (by === 'importId' ? 0 : 0.2);
      if (share > 0.5 && (best === undefined || score > best.score)) best = { parent: { type: parent, by }, score };
    }
  }
  return best?.parent;
}

/** The best way to list each type. */
export function choose(
  matches: readonly Match[],
  instances: readonly Managed[],
  aws2tf: ReadonlyMap<string, Aws2tfEntry>,
  drafts: readonly Draft[],
): Map<string, Choice> {
  const counts = Map.groupBy(instances, ({ type }) => type);
  const chosen = new Map<string, Choice & { score: number }>();
  for (const match of matches) {
    if (NOT_LEARNED.has(match.type)) continue;
    const of = counts.get(match.type)?.length ?? 0;
    const agreed = aws2tf.get(match.type)?.operation === match.answered.draft.name.toLowerCase();
    const score = scoreOf(match, match.instances.size / of, agreed);
    const before = chosen.get(match.type);
    if (before !== undefined && before.score >= score) continue;
    const parent = match.arguments.size === 0 ? undefined : parentOf(match, instances, aws2tf);
    if (match.arguments.size > 0 && parent === undefined) continue;
    chosen.set(match.type, { match, found: match.instances.size, of, agreed, parent, score });
  }
  for (const [type, line] of Object.entries(REVIEWED_LINES)) {
    const choice = reviewed(type, line, drafts);
    const agreed = aws2tf.get(type)?.operation === choice.match.answered.draft.name.toLowerCase();
    chosen.set(type, { ...choice, agreed, of: counts.get(type)?.length ?? 0, score: 0 });
  }
  return chosen;
}

/** The choice of a reviewed line. Throws if the models lack its operation. */
function reviewed(type: string, { operation, parent, ...line }: ReviewedLine, drafts: readonly Draft[]) {
  const draft = drafts.find(({ service, name }) => `${service}:${name}` === operation);
  if (draft === undefined) throw new Error(`${type}: ${operation} is no operation that lists`);
  const answered = { draft, argument: undefined, region: '', outputs: [] };
  const match: Match = {
    type,
    answered,
    arn: undefined,
    name: undefined,
    ...line,
    instances: new Set<Managed>(),
    arguments: new Set<string>(),
  };
  return { match, found: 0, parent: readParent(parent) };
}
