import type { ProviderSettings } from '../../src/engine/code/provider-settings.ts';
import type { Change, Neutral } from './change.ts';
import type { Placement } from './split.ts';

/** Drift of one instance that terraform lists and Plumbline intentionally does not report. */
export type Difference = {
  address: string;
  attributes: string[];
  because: string;
  /** Further attributes that terraform lists only with provider 6.x. */
  newAttributes?: string[];
};

/** A configuration for moto, with the changes to it outside Terraform. */
export type Estate = {
  name: string;
  /** The directory of the configuration. */
  source: string;
  /** Changes that must be found. No change affects a resource that another change needs. */
  changes: readonly Change[];
  /** Changes that must not be found. */
  neutral: readonly Neutral[];
  /** Every difference to `terraform plan -refresh-only` on the changed estate. */
  differences: readonly Difference[];
  /**
   * Lines that are missing against the state right after the apply, since that state equals the changed cloud there.
   */
  unseenAfterApply: readonly Difference[];
  /**
   * The tag settings of its `provider {}` blocks, in Plumbline's format. Users configure them, since no state contains
   * them.
   */
  settings?: ProviderSettings;
  /** The state file of each resource; by default one file for all. */
  placement?: Placement;
};
