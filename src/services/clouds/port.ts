import type { JsonObject } from '../../base/json.ts';
import type { StateKeys } from '../../engine/state/encryption/decrypt.ts';
import type { LockTable, StateSource } from '../../base/state-source.ts';
import type { ProviderSettings } from '../../engine/code/provider-settings.ts';
import type { CloudTarget } from '../../engine/refresh/cloud-target.ts';

/** Who accepted that a role can be assumed without the external id, why, and when; ends when the role changes. */
export type ExternalIdOverride = { reason: string; by: string; at: string };

/** An organization's cloud settings. `external_id` is generated once, and never set by the caller. */
export type CloudSettings = {
  role_arn: string | null;
  state_bucket: string | null;
  state_prefix: string | null;
  region: string | null;
  /** The KMS key that OpenTofu encrypts states with, which the role may then use. */
  state_key_arn: string | null;
  /** The role in every other account: `arn:aws:iam::{account}:role/plumbline`. It is assumed from `role_arn`. */
  account_role_arn: string | null;
  /** The only accounts that may be reached beside the role's own; null for any. */
  accounts: string[] | null;
  /** Provider settings that the states lack. */
  provider_settings: ProviderSettings | null;
  /** Whether the values of secrets may be read: secret versions and SecureString parameters. */
  secret_values: boolean;
  external_id: string;
  external_id_override: ExternalIdOverride | null;
};

/** Settings that are complete enough to reach the cloud with. */
export type ReachableCloudSettings = CloudSettings & { role_arn: string };
/** Settings that are complete enough to reach the cloud with, and the states there. */
export type UsableCloudSettings = ReachableCloudSettings & { state_bucket: string };

/** A cloud that an organization's role was taken on for. */
export type OpenedCloud = {
  /** The states in its bucket; undefined where none is set. */
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

/** The result of verifying the settings; `ok` holds when everything that a scan needs works. */
export type Verification = {
  ok: boolean;
  account_id: string | null;
  assumed_role_arn: string | null;
  checks: VerifyCheck[];
  checked_at: string;
};

/** The role that the organization is read with, and those in its other accounts; null where there are none. */
export type CloudPolicies = {
  trust_policy: JsonObject;
  permission_policy: JsonObject;
  account_trust_policy: JsonObject | null;
  account_permission_policy: JsonObject | null;
  /** Needed permissions that no policy grants, because they read contents or are granted apart. */
  withheld?: string[];
};

/** One role to create in the cloud: its policies, and the same as templates that create it. */
type RoleSetup = {
  name: string;
  trust_policy: JsonObject;
  permission_policy: JsonObject;
  /** A CloudFormation template in YAML. */
  cloudformation: string;
  terraform: string;
};

/** Everything that connects the cloud. */
export type CloudSetup = {
  external_id: string;
  /** Whom the role trusts: Plumbline's own account; null while Plumbline has no credentials of its own. */
  principal: string | null;
  role: RoleSetup;
  /** The role in every other account; null where there is none. */
  account_role: RoleSetup | null;
  /** Values that the texts hold as placeholders, since they are not known yet. */
  missing: ('principal' | 'state_bucket' | 'role_arn')[];
};

/** The permissions that a call of an analysis needed, and the account; empty where they are unknown. */
export type Needed = { account: string; permission: string };

/**
 * Whether a role is safe from other organizations: it cannot be assumed without the external id (or does not exist yet); it can;
 * or that is not known, because an emulator grants everything or the cloud could not be asked.
 */
export type RoleCheck = { result: 'guarded' } | { result: 'exposed' | 'unknown'; detail: string };

/** A cloud provider behind `/orgs/{id}/{cloud}` and `/{cloud}/verify`. A second cloud is a second one of these. */
export type CloudPort = {
  name: string;
  /**
   * Verifies the settings in the cloud, and whether the `needed` calls are allowed; errors of the cloud are part of the
   * result, never thrown.
   */
  verify(
    settings: UsableCloudSettings,
    tried: { needed: readonly Needed[]; lockTables: readonly LockTable[] },
  ): Promise<Verification>;
  /** Tries to assume a role without the external id, before it is saved; errors of the cloud are part of the result, never thrown. */
  checkRole(roleArn: string): Promise<RoleCheck>;
  /**
   * Ready-to-paste documents for the role that the organization creates, which may read locks in these tables, and of the cloud only
   * what was `needed`: all that may be, if it is absent.
   */
  policies(
    settings: CloudSettings,
    lockTables: readonly LockTable[],
    needed?: readonly Needed[],
  ): Promise<CloudPolicies>;
  /** All that it takes to create the roles, made of the same policies. */
  setup(settings: CloudSettings, lockTables: readonly LockTable[]): Promise<CloudSetup>;
  /**
   * Takes on the organization's role: its states and its cloud. `narrower` limits the states further, below the
   * organization's own prefix. A role that can be assumed without the external id is not used, unless that was accepted. Throws
   * `SourceProblem`.
   */
  open(settings: ReachableCloudSettings, narrower: string | null, signal?: AbortSignal): Promise<OpenedCloud>;
};

export type WithClouds = {
  /** Cloud adapters by their name in paths: `aws`. */
  clouds: ReadonlyMap<string, CloudPort>;
};
