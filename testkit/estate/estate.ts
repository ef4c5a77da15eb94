import type { ProviderSettings } from '../../src/engine/code/provider-settings.ts';
import type { Change, Neutral } from './change.ts';
import type { Placement } from './split.ts';

/** Drift of one instance in terraform's list that Plumbline does not report on purpose. */
export type Difference = {
  address: string;
  attributes: string[];
  because: string;
  /** Further ones that it lists by provider 6.x alone. */
  newAttributes?: string[];
};

/** A configuration for moto, and everything that happens to it behind Terraform's back. */
export type Estate = {
  name: string;
  /** The directory of the configuration. */
  source: string;
  /** Changes that must be found. No change touches a resource that another one needs. */
  changes: readonly Change[];
  /** Changes that must not be found. */
  neutral: readonly Neutral[];
  /** Every difference to `terraform plan -refresh-only` on the changed estate. */
  differences: readonly Difference[];
  /** Lines missing against the state right after the apply, since there the state and the changed cloud are equal. */
  unseenAfterApply: readonly Difference[];
  /** The tag settings of its `provider {}` blocks, as people configure Plumbline: no state holds them. */
  settings?: ProviderSettings;
  /** The state file of each resource; by default all are in one. */
  placement?: Placement;
};
