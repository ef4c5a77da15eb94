import type { ConfigBody } from '../../base/hcl.ts';
import type { SourcedRule } from '../ignore/ignore.ts';
import type { CodeFacts } from '../code/module-code.ts';

/** Settings of a `backend "s3"` block or of a file for it, as far as they say where states lie; null for what is no constant. */
export type BackendSettings = {
  bucket?: string | null;
  key?: string | null;
  workspace_key_prefix?: string | null;
  /** Of the bucket, and of the table that locks are in. */
  region?: string | null;
  dynamodb_table?: string | null;
};

/** What a file of Terraform's or OpenTofu's says, as far as it matters here; no secret of it is among that. */
export type ModuleFacts = CodeFacts & {
  /** Its `backend` blocks, in their order. */
  backends?: { type: string; settings?: BackendSettings }[];
  /** What is named beneath `path.module` and `path.root`: `templates/user-data.sh`. */
  files?: string[];
  /** `provider` and `required_providers` blocks, as far as tags and regions are concerned. */
  providers?: ConfigBody;
};

/** A state as `.plumbline.yml` names it. */
export type NamedState = { key: string; path?: string };

/** What a file says. Empty where nothing of it matters. */
export type FileFacts = {
  module?: ModuleFacts;
  backend?: BackendSettings;
  lock?: Record<string, { version: string; hashes: readonly string[] }>;
  config?: { states: NamedState[]; ignore: SourcedRule[] };
  /** What of it could not be read or used. */
  problems?: string[];
};

/** Grows when facts are made otherwise, so that all files are read anew. */
export const FACTS_VERSION = 3;
