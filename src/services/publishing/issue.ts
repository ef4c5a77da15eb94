import { digestOf } from '../../base/digest.ts';
import { DRIFT_ISSUE_TITLE, driftIssue, ISSUE_MARKER, noDriftIssue } from '../../texts/issue.ts';
import { publicDriftIssue } from '../../texts/pull-request/public.ts';
import { sideOf, type States, type ReportedAnalysis } from '../../texts/reported.ts';
import { getPublication, savePublication, type PublicationRow } from '../../store/queries/publications.ts';
import { countOpenIncidents } from '../../store/queries/incidents.ts';
import type { HostIssue } from '../codehosts/port.ts';
import { isNewer, type HeldDestination, type Destination } from './destination.ts';
import { show, showToAll } from './show.ts';

const NONE = '';

/** The newest reported incident: ids sort by time. */
const newestOf = ({ findings }: ReportedAnalysis): string =>
  findings.reduce((newest, { incident_id: id }) => (id !== null && id > newest ? id : newest), NONE);

/** Finds the issue: the stored one, or one that was created but not stored. */
async function existing({ client, repository }: Destination, number: number | null): Promise<HostIssue | undefined> {
  const noted = number === null ? undefined : await client.getIssue(repository, number);
  return noted ?? (await client.findIssue(repository, ISSUE_MARKER));
}

/**
 * Updates a repository's issue on the drift in its states: creates it if there is drift, closes it if there is none,
 * reopens it when drift returns. An issue that a person closed stays closed until something else drifts. Drift that was
 * not checked this time is not resolved. Keeps the report of a later analysis. Call it inside `withLease`.
 */
export async function writeIssue(destination: HeldDestination, report: ReportedAnalysis, own: States): Promise<void> {
  const { tenant, repo_id, client, repository, publicUrl, assertHeld } = destination;
  const key = { repo_id, kind: 'issue', subject: NONE } as const;
  const row = await getPublication(tenant, key);
  if (isNewer(row, report.id)) return;
  const side = sideOf(report, own);
  const facts = { ...key, analysis_id: report.id, details: destination.details };
  if (side.findings.length === 0) {
    if (row?.status !== 'drift') return;
    if (await isOpenElsewhere(destination, own)) return withdrawDetails(destination, row);
    const issue = await existing(destination, row.external_id);
    const body = showToAll(noDriftIssue(report, publicUrl));
    if (issue) await client.updateIssue(repository, issue.number, { ...body, state: 'closed' });
    const { newest_incident } = row;
    const external_id = issue?.number ?? null;
    return savePublication(tenant, {
      ...facts,
      external_id,
      status: 'none',
      digest: null,
      details: false,
      newest_incident,
    });
  }
  const text = show(destination, {
    details: () => driftIssue(report, side, publicUrl),
    public: () => publicDriftIssue(report, side, publicUrl),
  });
  const newest_incident = newestOf(report);
  const digest = digestOf(text);
  const drift = { ...facts, status: 'drift', newest_incident } as const;
  if (!row) await savePublication(tenant, { ...drift, external_id: null, digest: null });
  const issue = await existing(destination, row?.external_id ?? null);
  if (!issue) {
    await assertHeld();
    const { number } = await client.createIssue(repository, text);
    return savePublication(tenant, { ...drift, external_id: number, digest });
  }
  const isNews = row?.status === 'none' || newest_incident > (row?.newest_incident ?? NONE);
  const reopens = issue.state === 'closed' && isNews;
  if (reopens || row?.digest !== digest)
    await client.updateIssue(repository, issue.number, { ...text, ...(reopens && { state: 'open' as const }) });
  return savePublication(tenant, { ...drift, external_id: issue.number, digest });
}

const CONCEALED = showToAll({
  title: DRIFT_ISSUE_TITLE,
  body: `Something has drifted. This repository is public, so details are shown in Plumbline alone.\n\n${ISSUE_MARKER}`,
});

/** Removes the details from an issue that has no new report. */
async function withdrawDetails(destination: HeldDestination, row: PublicationRow): Promise<void> {
  if (destination.details || !row.details) return;
  const issue = await existing(destination, row.external_id);
  if (issue) await destination.client.updateIssue(destination.repository, issue.number, CONCEALED);
  await savePublication(destination.tenant, { ...row, digest: null, details: false });
}

/** True if earlier drift in these states may still exist, since it was not checked. */
async function isOpenElsewhere({ tenant }: Destination, own: States): Promise<boolean> {
  return [...(await countOpenIncidents(tenant)).keys()].some(own);
}
