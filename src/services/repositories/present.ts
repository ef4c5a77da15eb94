import type { AnalysisStatus, Severity } from '../../engine/model/analysis.ts';
import type { InstallationStanding } from '../../store/queries/installations.ts';
import type { LastAnalysis, RepositoryRow } from '../../store/queries/repositories.ts';
import type { RepositoryStates } from '../state-mapping/of-repositories.ts';
import { statusOf, type ShownStatus } from '../codehosts/status.ts';

/** A repository as the API shows it. */
export type Repository = ShownStatus &
  RepositoryStates & {
    id: string;
    org_id: string;
    codehost: string;
    external_id: number;
    full_name: string;
    web_url: string | null;
    private: boolean;
    public_details: boolean;
    archived: boolean;
    default_branch: string | null;
    created_at: string;
    open_incidents: number;
    last_analysis: {
      id: string;
      status: AnalysisStatus;
      severity: Severity;
      created_at: string;
      finished_at: string | null;
    } | null;
  };

type Around = {
  last: LastAnalysis | undefined;
  open: number;
  installation: InstallationStanding | undefined;
  states: RepositoryStates | undefined;
  /** Where its code host is shown to people. */
  webUrl: string | undefined;
};

/** Where a repository is shown to people; null where no such address can be vouched for. */
function addressOf({ full_name: name }: RepositoryRow, webUrl: string | undefined): string | null {
  const isName = /^[\w-][\w.-]*\/(?!\.{1,2}$)[\w.-]+$/.test(name);
  return isName && /^https?:/.test(webUrl ?? '') ? `${webUrl}/${name}` : null;
}

/** The row as the API shows it, with the newest analysis of the repository and how many of its incidents are open. */
export function presentRepository(
  row: RepositoryRow,
  { last, open, installation, states, webUrl }: Around,
): Repository {
  return {
    id: row.id,
    org_id: row.org_id,
    codehost: row.codehost,
    external_id: row.external_id,
    full_name: row.full_name,
    web_url: addressOf(row, webUrl),
    private: row.private,
    public_details: row.public_details,
    archived: row.archived,
    default_branch: row.default_branch,
    created_at: row.created_at.toISOString(),
    ...statusOf(row.trouble, installation),
    ...(states ?? { states: [], state_count: 0, proposed_count: 0, mapping: null }),
    open_incidents: open,
    last_analysis: last
      ? {
          id: last.id,
          status: last.status,
          severity: last.severity,
          created_at: last.created_at.toISOString(),
          finished_at: last.finished_at?.toISOString() ?? null,
        }
      : null,
  };
}
