import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { stepsAlong, valueAt } from '../value/diff.ts';
import { stable } from '../value/stable.ts';
import type { Present, Stage } from '../compare/observed.ts';
import { text } from './match/parts.ts';
import { valuesAt, type ChildLink, type FindChildren } from './match/children.ts';
import { SCALED_ELSEWHERE, type Scaled } from './scaled-elsewhere.ts';

type Attributes = Record<string, Value>;

const GROUP_WHY = 'policies and schedules scale the group within its limits';
const TARGET_WHY = 'a target of Application Auto Scaling scales it within its limits';

/** A count that an `aws_appautoscaling_target` scales. */
const target = (type: string, count: string, dimension: string, to: (parent: Attributes) => string[]): Scaled => ({
  type,
  count,
  scalers: [
    { type: 'aws_appautoscaling_target', by: 'resource_id', to, where: { field: 'scalable_dimension', is: dimension } },
  ],
  limits: ['min_capacity', 'max_capacity'],
  why: TARGET_WHY,
});

const byName =
  (kind: string, ...names: string[]) =>
  (parent: Attributes) =>
    names.map((name) => text(parent[name])).flatMap((name) => (name === '' ? [] : [`${kind}${name}`]));

/** The last part of an ARN: services name their cluster by it or by the whole of it. */
const lastOf = (arn: string) => arn.split('/').at(-1) ?? arn;

const AWS: readonly Scaled[] = [
  {
    type: 'aws_autoscaling_group',
    count: 'desired_capacity',
    scalers: ['aws_autoscaling_policy', 'aws_autoscaling_schedule'].map((type) => ({
      type,
      by: 'autoscaling_group_name',
      to: ['name', 'id'],
    })),
    limits: ['min_size', 'max_size'],
    limitsOf: 'resource',
    why: GROUP_WHY,
  },
  target('aws_ecs_service', 'desired_count', 'ecs:service:DesiredCount', ({ cluster, name }) => [
    `service/${lastOf(text(cluster)) || 'default'}/${text(name)}`,
  ]),
  target('aws_dynamodb_table', 'read_capacity', 'dynamodb:table:ReadCapacityUnits', byName('table/', 'name')),
  target('aws_dynamodb_table', 'write_capacity', 'dynamodb:table:WriteCapacityUnits', byName('table/', 'name')),
  target(
    'aws_lambda_provisioned_concurrency_config',
    'provisioned_concurrent_executions',
    'lambda:function:ProvisionedConcurrency',
    ({ function_name: name, qualifier }) => [`function:${text(name).split(':').at(-1)}:${text(qualifier)}`],
  ),
  target(
    'aws_elasticache_replication_group',
    'num_node_groups',
    'elasticache:replication-group:NodeGroups',
    byName('replication-group/', 'replication_group_id', 'id'),
  ),
  target(
    'aws_elasticache_replication_group',
    'replicas_per_node_group',
    'elasticache:replication-group:Replicas',
    byName('replication-group/', 'replication_group_id', 'id'),
  ),
  target(
    'aws_spot_fleet_request',
    'target_capacity',
    'ec2:spot-fleet-request:TargetCapacity',
    byName('spot-fleet-request/', 'id'),
  ),
];

/** Scaled counts of all providers. */
export const AUTOSCALED: readonly Scaled[] = [...AWS, ...SCALED_ELSEWHERE];

/** Whether a number is within limits; absent ones do not apply. */
function within(value: Value, least: readonly Value[], most: readonly Value[]): boolean {
  const n = value === null || value === '' ? Number.NaN : Number(value);
  const [low, high] = [least.map(Number), most.map(Number)];
  return (
    Number.isFinite(n) && (low.length === 0 || n >= Math.min(...low)) && (high.length === 0 || n <= Math.max(...high))
  );
}

const isWithin = (count: Value, [least, most]: Scaled['limits'], of: Value) =>
  within(count, valuesAt(of, least), valuesAt(of, most));

/** Scalable dimensions of the indexes of a table, which are compared without their scaled capacities. */
const INDEX_CAPACITIES: Readonly<Record<string, string>> = {
  read_capacity: 'dynamodb:index:ReadCapacityUnits',
  write_capacity: 'dynamodb:index:WriteCapacityUnits',
};

function sameButForScaledIndexes({ schema, outcome, place }: Present, path: Path, childrenOf: FindChildren): boolean {
  const node: SchemaNode | undefined = stepsAlong(schema, path).at(-1)?.to;
  if (node?.kind !== 'set') return false;
  const table = text(fields(outcome.before).name);
  const isScaled = (index: string, field: string, value: Value) => {
    const is = INDEX_CAPACITIES[field];
    if (is === undefined) return false;
    const [link] = target('', '', is, () => [`table/${table}/index/${index}`]).scalers;
    return (
      link !== undefined &&
      childrenOf(link, {}, place).some(
        ({ live }) => live !== null && isWithin(value, ['min_capacity', 'max_capacity'], live),
      )
    );
  };
  const form = (side: Value) => {
    const indexes = valueAt(side, path);
    const plain = (Array.isArray(indexes) ? indexes : [])
      .map(fields)
      .map((index) =>
        stable(
          Object.fromEntries(
            Object.entries(index).map(([field, value]): [string, Value] => [
              field,
              isScaled(text(index.name), field, value) ? 'scaled' : value,
            ]),
          ),
        ),
      );
    return plain.sort().join('\n');
  };
  return form(outcome.before) === form(outcome.live);
}

/** Whether an autoscaler manages the count and allows its current value. */
function isScaled(
  { outcome: { live }, place }: Present,
  path: Path,
  scaled: Scaled,
  childrenOf: FindChildren,
): boolean {
  const { scalers, itself, limits, limitsOf } = scaled;
  const count = valueAt(live, path);
  if (itself !== undefined) {
    const isOn = valuesAt(live, itself).some((one) => one !== false) && valuesAt(live, limits[1]).length > 0;
    return isOn && isWithin(count, limits, live);
  }
  return scalers
    .flatMap((link) => childrenOf(link, fields(live), place))
    .some((child) => child.live !== null && isWithin(count, limits, limitsOf === 'resource' ? live : child.live));
}

/** The name of a path, without the positions of blocks: `spec.replicas` of `spec[0].replicas`. */
const nameOf = (path: Path) => path.filter((step) => typeof step === 'string').join('.');

const scaledAt = (type: string, path: Path) =>
  AUTOSCALED.filter((scaled) => scaled.type === type && scaled.count === nameOf(path));

/**
 * Suppresses a count that autoscaling changed, if its scaler is managed, still exists, and allows that count. Without a scaler, or
 * beyond its limits, the count is drift.
 */
export function autoscaled(childrenOf: FindChildren): Stage {
  return {
    name: 'autoscaled',
    suppress(one, path) {
      const { type } = one.instance;
      const match = scaledAt(type, path).find((scaled) => isScaled(one, path, scaled, childrenOf));
      if (match) return { why: match.why };
      const indexes = type === 'aws_dynamodb_table' && path[0] === 'global_secondary_index';
      return indexes && sameButForScaledIndexes(one, path, childrenOf) ? { why: TARGET_WHY } : undefined;
    },
  };
}

/** The links to resources that may scale the count at a path. */
export function scalerLinks({ instance, outcome }: Present, path: Path): ChildLink[] {
  if (instance.type !== 'aws_dynamodb_table' || path[0] !== 'global_secondary_index')
    return scaledAt(instance.type, path).flatMap(({ scalers }) => scalers);
  const indexes = fieldOf(fields(outcome.live), 'global_secondary_index');
  const table = text(fields(outcome.live).name);
  const names = (Array.isArray(indexes) ? indexes : []).map(
    (index) => `table/${table}/index/${text(fields(index).name)}`,
  );
  return [{ type: 'aws_appautoscaling_target', by: 'resource_id', to: () => names }];
}
