import type { LockTable } from '../../base/state-source.ts';
import type { ConfigBody } from '../../base/hcl.ts';
import type { SourcedRule } from '../ignore/ignore.ts';
import type { BlockLines } from '../code/block-lines.ts';
import type { CodeFacts } from '../code/module-code.ts';

/** A location setting of some type of backend. `workspace_name` and `workspace_prefix` stand in a `workspaces` block. */
export type BackendSetting =
  | 'bucket'
  | 'key'
  | 'workspace_key_prefix'
  /** Of the bucket, and of the table that locks are in. */
  | 'region'
  | 'dynamodb_table'
  | 'prefix'
  | 'storage_account_name'
  | 'container_name'
  | 'address'
  /** Without who reads it: `postgres://host:port/database`. */
  | 'conn_str'
  | 'schema_name'
  | 'table_name'
  | 'path'
  | 'namespace'
  | 'secret_suffix'
  | 'hostname'
  | 'organization'
  | 'workspace_name'
  | 'workspace_prefix';

/** Location settings of a backend block or a `-backend-config` file; null for values that are not constants. */
export type BackendSettings = { [Name in BackendSetting]?: string | null };

/** Where a backend keeps its states, with what its block leaves open left out. */
export type BackendPlace = { kind: string; settings: BackendSettings };

/** The relevant facts of a Terraform or OpenTofu file, without secrets. */
export type ModuleFacts = CodeFacts & {
  /** Its `backend` and `cloud` blocks, in their order; with settings where its states can be claimed. */
  backends?: { type: string; settings?: BackendSettings }[];
  /** Files referenced beneath `path.module` and `path.root`: `templates/user-data.sh`. */
  files?: string[];
  /** The tag and region settings of `provider` and `required_providers` blocks. */
  providers?: ConfigBody;
};

/** A state as `.plumbline.yml` names it. */
export type NamedState = { key: string; path?: string };

/** The facts of a file; may be empty. */
export type FileFacts = {
  module?: ModuleFacts;
  /** Where the resources and modules of the file begin. */
  lines?: BlockLines;
  backend?: BackendSettings;
  lock?: Record<string, { version: string; hashes: readonly string[] }>;
  config?: { states: NamedState[]; ignore: SourcedRule[] };
  /** Problems of the file. */
  problems?: string[];
};

/** Increase it when facts change, so that all files are read again. */
export const FACTS_VERSION = 5;

/** Where a claim comes from: set by hand through the API, `.plumbline.yml`, or a backend's block. */
export type MappingSource = 'api' | 'config' | 'backend';

/** A repository's claim on one state, or on several by a pattern. */
export type Claim = {
  /** The key of the object; with `glob`, a pattern of keys. */
  key: string;
  glob?: true;
  /** The backend's `workspace_key_prefix`: states of workspaces lie at `<prefix>/<workspace>/<key>`. */
  workspaces?: string;
  /** The bucket, where the repository names one. */
  bucket?: string;
  /** Of a backend other than S3: `key` is the one that it has there, until `claimsIn` finds the source that is meant. */
  place?: BackendPlace;
  /** The backend's DynamoDB lock table, if any. */
  lock?: LockTable;
  /** Directory of the root module, `.` for the repository's own; null where the whole repository is meant. */
  path: string | null;
  source: Exclude<MappingSource, 'api'>;
  /** For a person, a clause without a full stop. */
  why: string;
};

/** A mapping set by a person: the first whose pattern fits a key takes precedence over all claims. */
export type HandMapping = {
  /** Glob over the key of the state. */
  state: string;
  /** Null: it belongs to the organization, whatever repositories claim. */
  repo_id: string | null;
  /** Directory of the root module; without it that of the repository's own claim, else the whole repository. */
  path?: string;
  reason?: string;
};

/** Module calls and file references within a repository, by directory. */
export type Layout = {
  /** Directories of root modules. */
  roots: string[];
  /** By directory: the local modules that it calls, and files and directories referenced beneath `path.module` or `path.root`. */
  modules: Record<string, { calls?: string[]; files?: string[] }>;
};

/** A problem with a repository's files; `path` is empty for one of the whole repository. */
export type ReadingProblem = { path: string; detail: string };

/**
 * A claim that an admin accepted, in the current bucket: its states belong to the repository as long as the repository makes the
 * claim.
 */
export type AcceptedClaim = { repo_id: string; key: string; glob: boolean; workspaces: string | null };

/** Another repository that claims a state. `proposed`: an admin may accept it; `contested`: the state has an owner already. */
export type Claimant = Belonging & {
  claim: Claim;
  status: 'proposed' | 'contested';
  /** Whether changes in that repository trigger analyses of the state; not by a pattern that is not accepted. */
  triggers: boolean;
};

/** The claims of one repository. */
export type RepositoryClaims = { repo_id: string; claims: readonly Claim[] };

/** A repository that a state belongs to, and why. */
export type Belonging = {
  repo_id: string;
  /** Directory of the root module; `.` for the repository's own, and where the whole repository is meant (`whole`). */
  path: string;
  whole: boolean;
  source: MappingSource;
  why: string;
};
