import type { ObjectNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { RuleRef } from '../model/analysis.ts';
import type { IgnoredByCode } from '../code/module-code.ts';
import type { TagSettings } from '../code/provider-settings.ts';
import type { StateInstance } from '../state/instance.ts';
import type { LinkPlace } from '../state/link-place.ts';

/** An instance whose live side is known. `before` is what state says, in the provider's present schema. */
export type Observed = {
  instance: StateInstance;
  schema: ObjectNode;
  outcome: { status: 'read'; before: Value; live: Value } | { status: 'deleted'; before: Value };
  /** What its provider configuration says of tags, as far as somebody told. */
  tags?: TagSettings;
  /** What its code ignores. */
  ignored?: IgnoredByCode | undefined;
  /** Where it is, as far as that is known. */
  place?: LinkPlace;
};

/** An observed instance that is still there. */
export type Present = Observed & { outcome: { status: 'read' } };

export const isPresent = (observed: Observed): observed is Present => observed.outcome.status === 'read';

/** An instance of this or, with `stateKey`, of another state. */
export type InstanceRef = { resource: string; stateKey?: string };

/** A difference that a stage took out of the findings, kept so that people can see what was done. */
export type Suppressed = {
  path: Path;
  stage: string;
  why: string;
  /** The instances that it shows, where those have changed: if they are drift, this follows from it. */
  children?: readonly InstanceRef[];
  rule?: RuleRef;
};

/**
 * One step of the way from raw differences to findings. Answers why the difference at `path` is no drift, or undefined
 * to leave it to the next stage. Stages look; they change nothing.
 */
export type Stage = {
  name: string;
  suppress(observed: Present, path: Path): Pick<Suppressed, 'why' | 'children'> | undefined;
};
