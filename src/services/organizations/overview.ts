import {
  bySeverity,
  SEVERITIES,
  type AnalysisOverview,
  type BySeverity,
  type Counts,
} from '../../engine/model/analysis.ts';
import { listCloudConfigs } from '../../store/queries/cloud-configs.ts';
import { listStateSources } from '../../store/queries/state-sources.ts';
import { newestAnalysis } from '../../store/queries/analyses-page.ts';
import {
  countChanged,
  driftDays,
  oldestOpen,
  sumStates,
  worstOpen,
  type IncidentLine,
  type DriftDays,
} from '../../store/queries/open-drift.ts';
import type { OrganizationRow } from '../../store/queries/organizations.ts';
import { listStateStatuses } from '../../store/queries/states.ts';
import { ofOrganization, scoped, type Tenant } from '../../store/scope.ts';
import type { LastSkipped, Schedule } from '../../store/column-values.ts';
import type { WithApps } from '../codehosts/port.ts';
import { countStates } from '../analyses/overview.ts';
import { presentAnalysisWithin } from '../views/present-within.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { accessScope } from '../access/scope.ts';
import { countClaimed } from '../state-mapping/list-states.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { overStates } from '../ownership/over-states.ts';
import { stopped, fetchOrganization } from '../access/organization.ts';
import { timeOf } from '../base/present.ts';

type LastAnalysis = Omit<AnalysisOverview, 'states' | 'providers'> & { state_counts: ReturnType<typeof countStates> };

/** The steps of the setup, done and missing. */
type Setup = {
  /** States can be read: a role and a bucket are set, or a state source is. */
  cloud_connected: boolean;
  /** The time of the latest successful verification of these. */
  verified_at: string | null;
  states: number;
  /** An analysis has a result, or is under way. */
  analysed: boolean;
  /** `installed`: the account has installed the App; `available`: only this server has one; `none`: there is no App. */
  code_host: 'installed' | 'available' | 'none';
};

/** The overview of an organization. */
export type OrganizationOverview = {
  open: { total: number; severities: BySeverity };
  history: DriftDay[];
  states: {
    in_all: number;
    unreadable: number;
    /** Proposed: claimed, but without an owner. Contested: claimed by a repository that is not the owner. */
    proposed: number;
    contested: number;
    /** The latest verdicts on the instances of all states. */
    counts: Counts;
  };
  /** The worst open incidents. */
  worst: ShownLine[];
  changed: { since: string; opened: number; resolved: number };
  oldest: ShownLine | null;
  schedule: Schedule | null;
  next_run_at: string | null;
  last_skipped: LastSkipped | null;
  last_analysis: LastAnalysis | null;
  setup: Setup;
};

const MAX_WORST = 8;
const DAY_MS = 24 * 3600_000;

/**
 * The overview: open drift per day and at worst, the states in numbers, recent changes, the next run, and the setup.
 */
export async function getOrganizationOverview(
  ctx: Ctx & WithApps,
  input: { org_id: string; days: number },
): Promise<OrganizationOverview> {
  const org = await fetchOrganization(ctx, input.org_id);
  const scope = ofOrganization(await accessScope(ctx), org.id);
  requireScope(ctx, 'read');
  const now = new Date();
  const yesterday = new Date(now.getTime() - DAY_MS);
  const from = new Date(now.getTime() - (input.days - 1) * DAY_MS);
  const tenant = scoped(ctx.store.db, scope);
  const history = dailyDrift(await driftDays(tenant, startOfDay(from)), from, now);
  const open = history.at(-1)?.severities ?? bySeverity(() => 0);
  const oldest = await oldestOpen(tenant);
  const last = await newestAnalysis(tenant, undefined);
  const states = await allStates(tenant);
  return {
    open: { total: SEVERITIES.reduce((sum, one) => sum + open[one], 0), severities: open },
    history,
    states,
    worst: (await worstOpen(tenant, MAX_WORST)).map(presentLine),
    changed: { since: yesterday.toISOString(), ...(await countChanged(tenant, yesterday)) },
    oldest: oldest ? presentLine(oldest) : null,
    last_analysis: last ? brief(await presentAnalysisWithin(tenant, last)) : null,
    ...(await nextAndSetup(ctx, org, { states: states.in_all, analysed: last !== undefined })),
    // It names the locked state, which the caller may not see.
    ...(scope.visible && { last_skipped: null }),
  };
}

const startOfDay = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`);

type ShownLine = ReturnType<typeof presentLine>;

const presentLine = ({ opened_at, resolved_at, ...line }: IncidentLine) => ({
  ...line,
  opened_at: opened_at.toISOString(),
  resolved_at: timeOf(resolved_at),
});

function brief(whole: AnalysisOverview): LastAnalysis {
  const { states, providers: _, ...analysis } = whole;
  return { ...analysis, state_counts: countStates(states) };
}

async function allStates(tenant: Tenant): Promise<OrganizationOverview['states']> {
  const states = await listStateStatuses(tenant);
  const mapping = await mappingOf(scoped(tenant.db, { org_id: tenant.scope.org_id }));
  const { proposed, contested } = await countClaimed(overStates(), { mapping, scope: tenant.scope, states });
  return {
    in_all: states.length,
    unreadable: states.filter(({ status }) => status === 'unreadable').length,
    proposed,
    contested,
    counts: await sumStates(tenant),
  };
}

async function nextAndSetup(
  ctx: Ctx & WithApps,
  org: OrganizationRow,
  progress: Pick<Setup, 'states' | 'analysed'>,
): Promise<Pick<OrganizationOverview, 'schedule' | 'next_run_at' | 'last_skipped' | 'setup'>> {
  const tenant = scoped(ctx.store.db, { org_id: org.id });
  const configs = await listCloudConfigs(tenant);
  const sources = await listStateSources(tenant);
  const cloud = configs.find(({ role_arn, state_bucket }) => role_arn !== null && state_bucket !== null);
  const connected = cloud ?? (sources.length > 0 ? configs[0] : undefined);
  const verified = [...(cloud ? [cloud] : []), ...sources].flatMap(({ verified_at: at }) => at ?? []);
  const installed = org.installation_id !== null && org.uninstalled_at === null;
  return {
    schedule: connected?.schedule ?? null,
    next_run_at: stopped(org) ? null : timeOf(connected?.next_run_at),
    last_skipped: connected?.last_skipped ?? null,
    setup: {
      ...progress,
      cloud_connected: connected !== undefined,
      verified_at: timeOf(verified.toSorted((one, other) => other.getTime() - one.getTime())[0]),
      code_host: installed ? 'installed' : ctx.apps.size > 0 ? 'available' : 'none',
    },
  };
}

/** The incidents that were open at the end of a day (UTC); today: that are open now. */
type DriftDay = { day: string; severities: BySeverity };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Counts the open incidents of each day from `from` to `now`: opened by then, and not resolved by the end of the day.
 */
export function dailyDrift(counts: readonly DriftDays[], from: Date, now: Date): DriftDay[] {
  const days: string[] = [];
  for (let at = from.getTime(); dayOf(new Date(at)) <= dayOf(now); at += DAY_MS) days.push(dayOf(new Date(at)));
  const begun = Map.groupBy(counts, ({ opened }) => opened);
  const ended = Map.groupBy(counts, ({ resolved }) => resolved ?? '');
  const open = bySeverity(() => 0);
  return days.map((day) => {
    for (const { severity, count } of begun.get(day) ?? []) open[severity] += count;
    for (const { severity, count } of ended.get(day) ?? []) open[severity] -= count;
    return { day, severities: { ...open } };
  });
}
