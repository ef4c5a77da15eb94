import type { InstallationStatus } from '../../store/queries/installations.ts';
import type { HostError } from '../../store/column-values.ts';
import type { CodeHostProblem } from '../../base/code-host.ts';
import { saveRepositoryError } from '../../store/queries/repositories.ts';
import type { Tenant } from '../../store/scope.ts';

/** The ability of the App to work in a repository: `ok`, or the reason why it cannot. */
export const REPOSITORY_STATUSES = ['ok', 'suspended', 'unauthorized', 'missing_permissions', 'not_visible'] as const;
type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number];

/** The status, with a text for people: the problem and its solution. */
export type ShownStatus = { status: RepositoryStatus; status_detail: string | null };

const APPROVE =
  'an owner of the account has to accept them: Settings → GitHub Apps → Configure (or: Installed GitHub Apps), “Review request”';

const lacks = (permissions: readonly string[]): ShownStatus => ({
  status: 'missing_permissions',
  status_detail: `The App lacks the permission${permissions.length === 1 ? '' : 's'} ${permissions.join(', ')}; ${APPROVE}.`,
});

const SHOWN: { [Code in HostError['code']]: (error: HostError) => ShownStatus } = {
  suspended: ({ since }) => suspended(since),
  unauthorized: ({ since }) => ({
    status: 'unauthorized',
    status_detail: `The code host does not take the App’s credentials since ${since}: they were revoked, or the App was removed. The operator can see which with “plumbline github check”.`,
  }),
  forbidden: ({ permission, since }) =>
    permission === null
      ? {
          status: 'missing_permissions',
          status_detail: `The code host refuses what the App has to do here since ${since}; ${APPROVE}.`,
        }
      : lacks([permission]),
  gone: ({ since }) => ({
    status: 'not_visible',
    status_detail: `The App does not find this repository since ${since}: it was renamed, removed, or is not among those that the App may see.`,
  }),
};

const suspended = (since: string): ShownStatus => ({
  status: 'suspended',
  status_detail: `The installation is suspended since ${since}; an owner of the account can take it up again in its settings.`,
});

/** The status of a repository. An error of its installation takes precedence over its own. */
export function statusOf(error: HostError | null, installation: InstallationStatus | undefined): ShownStatus {
  if (installation?.suspended_at) return suspended(installation.suspended_at.toISOString());
  if (installation?.trouble) return SHOWN[installation.trouble.code](installation.trouble);
  const lacking = lackingPermissions(installation?.permissions ?? null);
  if (lacking.length > 0) return lacks(lacking);
  return error ? SHOWN[error.code](error) : { status: 'ok', status_detail: null };
}

/** The permissions that Plumbline needs of an installation, to read code and to report drift. */
export const NEEDED_PERMISSIONS: Readonly<Record<string, string>> = {
  metadata: 'read',
  contents: 'read',
  checks: 'write',
  pull_requests: 'write',
};

const RANKS = ['read', 'write', 'admin'];

type Granted = Readonly<Record<string, string>>;

const covers = (granted: Granted, name: string, level: string) =>
  RANKS.indexOf(granted[name] ?? '') >= RANKS.indexOf(level);

/** The missing permissions in the code host's terms: `checks: write`. None while the installation's are unknown. */
export function lackingPermissions(granted: Granted | null): string[] {
  if (granted === null) return [];
  return Object.entries(NEEDED_PERMISSIONS)
    .filter(([name, level]) => !covers(granted, name, level))
    .map(([name, level]) => `${name}: ${level}`);
}

/** True if an installation grants the permission of a problem (`checks=write`, `checks: write`), or it names none. */
export function grants(granted: Granted, permission: string): boolean {
  const [, name, level] = /^(\w+)\W+(read|write|admin)$/.exec(permission) ?? [];
  return name === undefined || level === undefined || covers(granted, name, level);
}

/** Problems that last until somebody changes a setting at the code host. All others are temporary. */
const LASTING: readonly string[] = ['unauthorized', 'forbidden', 'suspended', 'gone'] satisfies HostError['code'][];

/** The error to store for a lasting problem; undefined for a temporary one. */
export function hostErrorOf({ code, permission }: CodeHostProblem, now: Date): HostError | undefined {
  if (!LASTING.includes(code)) return undefined;
  return { code: code as HostError['code'], permission: permission ?? null, since: now.toISOString() };
}

/**
 * Stores the code host's refusal as a repository's status; null stands for a call that succeeded. Temporary errors
 * change no status. A success does not clear a missing permission, since the call may not have needed it: the next sync
 * clears that.
 */
export async function saveHostError(tenant: Tenant, repoId: string, problem: CodeHostProblem | null): Promise<void> {
  const error = problem ? hostErrorOf(problem, new Date()) : null;
  if (error !== undefined) await saveRepositoryError(tenant, repoId, error);
}
