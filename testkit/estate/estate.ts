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
  /** What must be found. No change touches what another one needs. */
  changes: readonly Change[];
  /** What must not be found. */
  neutral: readonly Neutral[];
  /** Every difference to `terraform plan -refresh-only` on the changed estate. */
  differences: readonly Difference[];
  /** What cannot be seen against the state as the apply left it, since there the state and the changed cloud are the same. */
  unseenAfterApply: readonly Difference[];
  /** The tag settings of its `provider {}` blocks, as people configure Plumbline: no state holds them. */
  settings?: ProviderSettings;
  /** Which state file each resource is kept in; without it, all are in one. */
  placement?: Placement;
};
