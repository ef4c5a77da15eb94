import type { Counts, Severity } from '../engine/model/analysis.ts';
import type { FileFacts } from '../engine/mapping/facts.ts';
import type { Claim, HandMapping, Layout, ReadingProblem } from '../engine/mapping/types.ts';
import type { IgnoreRule } from '../engine/ignore/ignore.ts';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, Nullable, Time } from './columns.ts';

/** Which repository states belong to, by hand. One row an organization that ever had any. */
export type StateMappingTable = {
  org_id: string;
  /** Grows by one with every change. */
  version: Generated<number>;
  mappings: JsonColumn<HandMapping[]>;
};

/** What was read of a repository last. Keyed repo_id. */
export type RepositoryReadingTable = {
  repo_id: string;
  org_id: string;
  /** The tree that was read; null while none could be. */
  sha: string | null;
  /** The branch whose tree that is. */
  branch: string | null;
  read_at: Time;
  problems: JsonColumn<ReadingProblem[]>;
  claims: JsonColumn<Claim[]>;
  layout: JsonColumn<Layout>;
  /** Rules of its `.plumbline.yml`. */
  ignore: JsonColumn<IgnoreRule[]>;
};

/** What a file of a repository says, as far as it matters. Keyed (repo_id, path). */
export type RepositoryFileTable = {
  repo_id: string;
  org_id: string;
  path: string;
  directory: string;
  /** Of its content: a file whose sha is the same says the same. */
  sha: string;
  /** Of the facts' form: those of another one are made anew. */
  version: number;
  facts: JsonColumn<FileFacts>;
};

/** A state that the last analyses found. Keyed (org_id, key). */
export type StateTable = {
  org_id: string;
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  status: 'read' | 'unreadable';
  code: string | null;
  detail: string | null;
  /** Verdicts on its instances, and the worst of its findings; null where it could not be read. */
  counts: ColumnType<Counts | null, string | null | undefined, string | null>;
  severity: Nullable<Severity>;
  analysis_id: string;
  analysed_at: Time;
};
