import type { ConfigBody } from '../../base/hcl.ts';
import type { SourcedRule } from '../ignore/ignore.ts';
import type { CodeFacts } from '../code/module-code.ts';

/** Location settings of a `backend "s3"` block or a `-backend-config` file; null for values that are not constants. */
export type BackendSettings = {
  bucket?: string | null;
  key?: string | null;
  workspace_key_prefix?: string | null;
  /** Of the bucket, and of the table that locks are in. */
  region?: string | null;
  dynamodb_table?: string | null;
};

/** The relevant facts of a Terraform or OpenTofu file, without secrets. */
export type ModuleFacts = CodeFacts & {
  /** Its `backend` blocks, in their order. */
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
  backend?: BackendSettings;
  lock?: Record<string, { version: string; hashes: readonly string[] }>;
  config?: { states: NamedState[]; ignore: SourcedRule[] };
  /** Problems of the file. */
  problems?: string[];
};

/** Increase it when facts change, so that all files are read again. */
export const FACTS_VERSION = 3;
