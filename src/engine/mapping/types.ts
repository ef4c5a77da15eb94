import type { LockTable } from '../../base/state-source.ts';
import type { ConfigBody } from '../../base/hcl.ts';
import type { SourcedRule } from '../ignore/ignore.ts';
import type { BlockLines } from '../code/block-lines.ts';
import type { CodeFacts } from '../code/module-code.ts';

/** A location setting of a type of backend. `workspace_name` and `workspace_prefix` come from a `workspaces` block. */
export type BackendSetting =
  | 'bucket'
  | 'key'
  | 'workspace_key_prefix'
  /** The region of the bucket and of the lock table. */
  | 'region'
  | 'dynamodb_table'
  | 'prefix'
  | 'storage_account_name'
  | 'container_name'
  | 'address'
  /** Without the user: `postgres://host:port/database`. */
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

/** The location of a backend's states, without settings that its block leaves open. */
export type BackendPlace = { kind: string; settings: BackendSettings };

/** The relevant facts of a Terraform or OpenTofu file, without secrets. */
export type ModuleFacts = CodeFacts & {
  /** Its `backend` and `cloud` blocks, in their order. `settings` exists for types whose states can be claimed. */
  backends?: { type: string; settings?: BackendSettings }[];
  /** Files referenced below `path.module` and `path.root`: `templates/user-data.sh`. */
  files?: string[];
  /** The tag and region settings of `provider` and `required_providers` blocks. */
  providers?: ConfigBody;
};

/** A state that `.plumbline.yml` names. */
export type NamedState = { key: string; path?: string };

/** The facts of a file; may be empty. */
export type FileFacts = {
  module?: ModuleFacts;
  /** The first lines of the file's resource and module blocks. */
  lines?: BlockLines;
  backend?: BackendSettings;
  lock?: Record<string, { version: string; hashes: readonly string[] }>;
  config?: { states: NamedState[]; ignore: SourcedRule[] };
  problems?: string[];
};

/** Has to be increased when facts change, so that all files are read again. */
export const FACTS_VERSION = 5;

/** The source of a claim or mapping: an admin through the API, `.plumbline.yml`, or a backend block. */
export type MappingSource = 'api' | 'config' | 'backend';

/** A repository's claim on one state, or on several by a pattern. */
export type Claim = {
  /** The key of the object; with `glob`, a pattern of keys. */
  key: string;
  glob?: true;
  /** The backend's `workspace_key_prefix`: states of workspaces have the keys `<prefix>/<workspace>/<key>`. */
  workspaces?: string;
  /** The bucket, if the repository names one. */
  bucket?: string;
  /** Set for backends other than S3. `key` is the backend's own key until `claimsIn` finds the source. */
  place?: BackendPlace;
  /** The backend's DynamoDB lock table, if it has one. */
  lock?: LockTable;
  /** The directory of the root module; `.` for the repository's top directory, null for the whole repository. */
  path: string | null;
  source: Exclude<MappingSource, 'api'>;
  /** A clause for people, without a full stop. */
  why: string;
};

/** A mapping that an admin set. The first one whose pattern matches a key takes precedence over all claims. */
export type HandMapping = {
  /** A glob for the key of the state. */
  state: string;
  /** Null: the state belongs to the organization, regardless of claims. */
  repo_id: string | null;
  /** The directory of the root module. Default: that of the repository's own claim, else the whole repository. */
  path?: string;
  reason?: string;
};

/** Module calls and file references within a repository, by directory. */
export type Layout = {
  /** Directories of root modules. */
  roots: string[];
  /**
   * By directory: the local modules that it calls, and the files and directories that it references below `path.module`
   * or `path.root`.
   */
  modules: Record<string, { calls?: string[]; files?: string[] }>;
};

/** A problem with a repository's files. `path` is empty if it concerns the whole repository. */
export type ReadingProblem = { path: string; detail: string };

/**
 * A claim that an admin accepted in the current bucket. Its states belong to the repository as long as the repository
 * makes the claim.
 */
export type AcceptedClaim = { repo_id: string; key: string; glob: boolean; workspaces: string | null };

/**
 * Another repository that claims a state. `proposed`: an admin may accept the claim. `contested`: the state already has
 * an owner.
 */
export type Claimant = Belonging & {
  claim: Claim;
  status: 'proposed' | 'contested';
  /** True if changes in that repository trigger analyses of the state. A pattern that is not accepted triggers none. */
  triggers: boolean;
};

export type RepositoryClaims = { repo_id: string; claims: readonly Claim[] };

/** The repository that a state belongs to, with the reason. */
export type Belonging = {
  repo_id: string;
  /**
   * The directory of the root module; `.` for the repository's top directory or, with `whole`, for the whole
   * repository.
   */
  path: string;
  whole: boolean;
  source: MappingSource;
  why: string;
};
