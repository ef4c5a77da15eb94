import { CodeHostProblem, type CodeHostApp, type HostInstallation } from './port.ts';
import { grants, lackingPermissions, NEEDED_PERMISSIONS } from './status.ts';

/**
 * The events that an App subscribes to. Every App receives the events of installations and of renamed accounts; GitHub
 * refuses subscriptions to these. https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export const EVENTS = ['check_run', 'check_suite', 'issue_comment', 'pull_request', 'push', 'repository'] as const;

/**
 * The permissions that an App requests. GitHub sends comments, on pull requests too, only to Apps that may read issues.
 */
export function wantedPermissions({ driftIssues }: { driftIssues: boolean }): Record<string, string> {
  return { ...NEEDED_PERMISSIONS, issues: driftIssues ? 'write' : 'read', members: 'read' };
}

/** The effect of a missing permission or event, in words. */
const WITHOUT: Readonly<Record<string, string>> = {
  'contents: read': 'which state belongs to which repository is not known',
  'checks: write': 'there are no checks on pull requests',
  'pull_requests: write': 'there are no comments on pull requests',
  'issues: read': 'nobody can ask with a comment',
  'issues: write': 'there are no issues about drift',
  'members: read': 'owners of an organization who sign in with GitHub are not known as such',
  check_run: 'nobody can ask for a check again',
  check_suite: 'nobody can ask for all checks again',
  issue_comment: 'nobody can ask with a comment',
  pull_request: 'pull requests are not noticed',
  push: 'pushes are not noticed',
  repository: 'changes of repositories are noticed within the hour only',
};

/** Without these, only features that few organizations use are missing. */
const OPTIONAL = ['issues: read', 'issues: write', 'members: read'];

export type Lack = { kind: 'permission' | 'event'; name: string; without: string; optional: boolean };

type Rights = { permissions: Readonly<Record<string, string>>; events: readonly string[] };

/** The permissions and events that are missing, of all that the App can use. */
function lacksOf({ permissions, events }: Rights): Lack[] {
  const lack = (kind: Lack['kind'], optional: boolean) => (name: string) => ({
    kind,
    name,
    without: WITHOUT[name] ?? 'the App cannot work',
    optional,
  });
  const comments = grants(permissions, 'issues: read');
  return [
    ...lackingPermissions(permissions).map(lack('permission', false)),
    ...OPTIONAL.filter((name) => !grants(permissions, name)).map(lack('permission', true)),
    // The event cannot be had without the permission, so it is reported once.
    ...EVENTS.filter((name) => !events.includes(name) && (name !== 'issue_comment' || comments)).map(
      lack('event', false),
    ),
  ];
}

export type AppCheck = Awaited<ReturnType<typeof checkApp>>;

/** The period whose deliveries are read. */
const DELIVERIES_MS = 3600_000;

/** GitHub's delivery attempts in that period. `answers` counts the failed ones by HTTP status; 0 means no response. */
async function deliveriesOf(app: CodeHostApp, now: Date) {
  const since = new Date(now.getTime() - DELIVERIES_MS);
  const tries = await app.listDeliveries(since);
  const failed = tries.filter(({ status_code: status }) => status < 200 || status > 299);
  const answers: Record<string, number> = {};
  for (const { status_code: status } of failed) answers[status] = (answers[status] ?? 0) + 1;
  return { since: since.toISOString(), tries: tries.length, failed: failed.length, answers };
}

/**
 * Checks the App: the permissions and events that it and each installation lack, the number of repositories that each
 * installation sees, and the recent deliveries. Throws `CodeHostProblem` if the App itself cannot be read.
 */
export async function checkApp(app: CodeHostApp, now: Date = new Date()) {
  const known = await app.getApp();
  const installations = [];
  for (const one of await app.listInstallations()) installations.push(await checkInstallation(app, one));
  const lacks = lacksOf(known);
  /** True if everything that is missing is optional. */
  const ok =
    lacks.every(({ optional }) => optional) && installations.every((one) => one.ok || one.suspended_at !== null);
  return { ok, app: known, lacks, installations, deliveries: await deliveriesOf(app, now) };
}

async function checkInstallation(app: CodeHostApp, { id, account, suspended_at, ...rights }: HostInstallation) {
  const isActive = suspended_at === null;
  const lacks = isActive ? lacksOf(rights) : [];
  const seen = isActive ? await repositoriesSeenBy(app, id) : { repositories: null, problem: null };
  const ok = isActive && seen.problem === null && lacks.every(({ optional }) => optional);
  return { id, account: account.login, suspended_at, ok, lacks, ...seen };
}

/** `repositories` is null if the installation could not be read; `problem` then has the reason. */
async function repositoriesSeenBy(app: CodeHostApp, id: number) {
  try {
    return { repositories: (await app.as(id).listRepositories()).length, problem: null };
  } catch (error) {
    if (error instanceof CodeHostProblem) return { repositories: null, problem: error.message };
    throw error;
  }
}
