import type { Value } from '../../../base/value.ts';
import { text } from '../../../engine/value/fields.ts';
import type { Scaled } from '../../contract/overlaps.ts';

type Attributes = Record<string, Value>;

/** A count that Application Auto Scaling sets (`aws_appautoscaling_target`). */
export const scaledTarget = (count: string, dimension: string, to: (resource: Attributes) => string[]): Scaled => ({
  count,
  scalers: [
    { type: 'aws_appautoscaling_target', by: 'resource_id', to, where: { field: 'scalable_dimension', is: dimension } },
  ],
  limits: ['min_capacity', 'max_capacity'],
  why: 'a target of Application Auto Scaling scales it within its limits',
});

/** A target's `resource_id`: a prefix for the kind of resource, then its name, from each attribute that is set. */
export const byName =
  (kind: string, ...names: string[]) =>
  (resource: Attributes) =>
    names.map((name) => text(resource[name])).flatMap((name) => (name === '' ? [] : [`${kind}${name}`]));
