import type { LockTable } from '../../base/state-source.ts';

/** Where a claim comes from: set by hand through the API, `.plumbline.yml`, or a `backend "s3"` block. */
export type MappingSource = 'api' | 'config' | 'backend';

/** What a repository says of one state, or of some. */
export type Claim = {
  /** The key of the object; with `glob`, a pattern of keys. */
  key: string;
  glob?: true;
  /** The backend's `workspace_key_prefix`: states of workspaces lie at `<prefix>/<workspace>/<key>`. */
  workspaces?: string;
  /** The bucket, where the repository names one. */
  bucket?: string;
  /** Where the backend locks it, if in DynamoDB. */
  lock?: LockTable;
  /** Directory of the root module, `.` for the repository's own; null where the whole repository is meant. */
  path: string | null;
  source: Exclude<MappingSource, 'api'>;
  /** For a person, a clause without a full stop. */
  why: string;
};

/** What a person decided: the first whose pattern fits a key counts, before all claims. */
export type HandMapping = {
  /** Glob over the key of the state. */
  state: string;
  /** Null: it belongs to the organization, whatever repositories say. */
  repo_id: string | null;
  /** Directory of the root module; without it that of the repository's own claim, else the whole repository. */
  path?: string;
  reason?: string;
};

/** What calls what within a repository, by directory. */
export type Layout = {
  /** Directories of root modules. */
  roots: string[];
  /** What files of a directory name: local modules, and files and directories beneath `path.module` or `path.root`. */
  modules: Record<string, { calls?: string[]; files?: string[] }>;
};

/** What could not be read or used of a repository; `path` is empty where it is about all of it. */
export type ReadingProblem = { path: string; detail: string };

/**
 * A claim that an admin accepted, in the bucket that is looked at: its states belong to the repository for as long as the repository
 * makes the claim.
 */
export type AcceptedClaim = { repo_id: string; key: string; glob: boolean; workspaces: string | null };

/** Another repository that claims a state. `proposed`: an admin may accept it; `contested`: the state has an owner already. */
export type Claimant = Belonging & {
  claim: Claim;
  status: 'proposed' | 'contested';
  /** Whether changes in that repository may have the state analysed: a pattern may not, before it is accepted. */
  triggers: boolean;
};

/** One repository as far as it matters for states. */
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
