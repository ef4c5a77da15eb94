import type { ObjectNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { RuleRef } from '../model/analysis.ts';
import type { IgnoredByCode } from '../code/module-code.ts';
import type { TagSettings } from '../code/provider-settings.ts';
import type { StateInstance } from '../state/instance.ts';
import type { LinkPlace } from '../state/place.ts';

/** An instance that was read. `before` is its state, upgraded to the provider's current schema. */
export type Observed = {
  instance: StateInstance;
  schema: ObjectNode;
  outcome: { status: 'read'; before: Value; live: Value } | { status: 'deleted'; before: Value };
  /** The tag settings of its provider configuration, as far as known. */
  tags?: TagSettings;
  /** The `ignore_changes` of its code. */
  ignored?: IgnoredByCode | undefined;
  /** Its location, as far as known. */
  place?: LinkPlace;
};

/** An observed instance that still exists. */
export type Present = Observed & { outcome: { status: 'read' } };

export const isPresent = (observed: Observed): observed is Present => observed.outcome.status === 'read';

/** Refers to an instance of the same state or, with `stateKey`, of another one. */
export type InstanceRef = { resource: string; stateKey?: string };
export const refTo = ({ resource, stateKey }: InstanceRef): InstanceRef =>
  stateKey === undefined ? { resource } : { resource, stateKey };

/** A difference that a stage suppressed, kept so that people can see why it is not reported. */
export type Suppressed = {
  path: Path;
  stage: string;
  why: string;
  /** The changed instances whose settings this attribute repeats. If they drift, this difference is a side effect. */
  children?: readonly InstanceRef[];
  rule?: RuleRef;
};

/**
 * A stage of the pipeline from differences to findings. `suppress` returns why the difference at `path` is not drift,
 * or undefined to leave it to the next stage. Stages have no side effects.
 */
export type Stage = {
  name: string;
  suppress(observed: Present, path: Path): Pick<Suppressed, 'why' | 'children'> | undefined;
};
