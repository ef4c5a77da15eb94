import type { JsonObject } from '../../base/json.ts';
import type { StateKeys } from '../../engine/state/encryption/decrypt.ts';
import type { LockTable, StateSource } from '../../base/state-source.ts';
import type { ProviderSettings } from '../../engine/code/provider-settings.ts';
import type { CloudTarget } from '../../engine/refresh/cloud-target.ts';

/** The acceptance of a role that can be assumed without the external id. It ends when the role changes. */
export type ExternalIdOverride = { reason: string; by: string; at: string };

/** An organization's cloud settings. `external_id` is generated once; callers cannot set it. */
export type CloudSettings = {
  role_arn: string | null;
  state_bucket: string | null;
  state_prefix: string | null;
  region: string | null;
  /** The KMS key with which OpenTofu encrypts states; the role then gets the permission to use it. */
  state_key_arn: string | null;
  /** The role in every other account: `arn:aws:iam::{account}:role/plumbline`. It is assumed from `role_arn`. */
  account_role_arn: string | null;
  /** The only accounts that may be accessed besides the role's own; null for any. */
  accounts: string[] | null;
  /** Provider settings that the states lack. */
  provider_settings: ProviderSettings | null;
  /** Allows reading the values of secrets: secret versions and SecureString parameters. */
  secret_values: boolean;
  external_id: string;
  external_id_override: ExternalIdOverride | null;
};

/** Settings that suffice to access the cloud. */
export type ReachableCloudSettings = CloudSettings & { role_arn: string };
/** Settings that suffice to access the cloud and the states in it. */
export type UsableCloudSettings = ReachableCloudSettings & { state_bucket: string };

/** A cloud after the organization's role was assumed. */
export type OpenedCloud = {
  /** The states in its bucket; undefined if no bucket is set. */
  source: StateSource | undefined;
  target: CloudTarget;
  decryptDataKey: StateKeys['decryptDataKey'];
};

export type VerifyCheck = {
  name:
    | 'credentials'
    | 'assume_role'
    | 'external_id'
    | 'state_bucket'
    | 'account_roles'
    | 'lock_tables'
    | 'permissions'
    | 'providers';
  ok: boolean;
  code?: string;
  detail?: string;
  hint?: string;
};

/** The result of verifying the settings; `ok` if everything that an analysis needs works. */
export type Verification = {
  ok: boolean;
  account_id: string | null;
  assumed_role_arn: string | null;
  checks: VerifyCheck[];
  checked_at: string;
};

/** The policies of the organization's role, and of the role in its other accounts; null if there is none. */
export type CloudPolicies = {
  trust_policy: JsonObject;
  permission_policy: JsonObject;
  account_trust_policy: JsonObject | null;
  account_permission_policy: JsonObject | null;
  /** Needed permissions that no policy grants, because they read contents or are granted separately. */
  withheld?: string[];
};

/** A role to create in the cloud: its policies, and templates that create it with them. */
type RoleSetup = {
  name: string;
  trust_policy: JsonObject;
  permission_policy: JsonObject;
  /** A CloudFormation template in YAML. */
  cloudformation: string;
  terraform: string;
};

/** Everything that is needed to connect the cloud. */
export type CloudSetup = {
  external_id: string;
  /**
   * The principal that the role trusts: Plumbline's own account; null while Plumbline has no credentials of its own.
   */
  principal: string | null;
  role: RoleSetup;
  /** The role in every other account; null if there is none. */
  account_role: RoleSetup | null;
  /** Values that are not known yet, and for which the texts have placeholders. */
  missing: ('principal' | 'state_bucket' | 'role_arn')[];
};

/** A permission that a call of an analysis needed, and the account; empty if it is unknown. */
export type Needed = { account: string; permission: string };

/**
 * The exposure of a role to other organizations. `guarded`: it cannot be assumed without the external id, or does not
 * exist yet. `exposed`: it can. `unknown`: an emulator grants everything, or the cloud could not be asked.
 */
export type RoleCheck = { result: 'guarded' } | { result: 'exposed' | 'unknown'; detail: string };

/**
 * A cloud provider behind `/orgs/{id}/{cloud}` and `/{cloud}/verify`. Adding a cloud takes an implementation of this.
 */
export type CloudPort = {
  name: string;
  /**
   * Verifies the settings in the cloud, and that the `needed` calls are allowed. Errors of the cloud are part of the
   * result, never thrown.
   */
  verify(
    settings: UsableCloudSettings,
    tried: { needed: readonly Needed[]; lockTables: readonly LockTable[] },
  ): Promise<Verification>;
  /** Tries to assume an unsaved role without the external id. Errors of the cloud are in the result, never thrown. */
  checkRole(roleArn: string): Promise<RoleCheck>;
  /**
   * Policies to paste for the organization's role. They allow reading locks in these tables and the `needed` calls or,
   * if `needed` is absent, everything that Plumbline may call.
   */
  policies(
    settings: CloudSettings,
    lockTables: readonly LockTable[],
    needed?: readonly Needed[],
  ): Promise<CloudPolicies>;
  /** The roles to create, with the same policies. */
  setup(settings: CloudSettings, lockTables: readonly LockTable[]): Promise<CloudSetup>;
  /**
   * Assumes the organization's role, and opens its states and its cloud. `narrower` limits the states further, below
   * the organization's own prefix. A role that can be assumed without the external id is not used, unless that was
   * accepted. Throws `SourceProblem`.
   */
  open(settings: ReachableCloudSettings, narrower: string | null, signal?: AbortSignal): Promise<OpenedCloud>;
};

export type WithClouds = {
  /** Cloud adapters by their name in paths: `aws`. */
  clouds: ReadonlyMap<string, CloudPort>;
};
