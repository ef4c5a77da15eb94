import type { InstallationStanding } from '../../store/queries/installations.ts';
import type { Trouble } from '../../store/column-values.ts';
import { lackingPermissions } from './permissions.ts';

/** Whether the App can do its work in a repository, and what keeps it from that. */
export const REPOSITORY_STATUSES = ['ok', 'suspended', 'unauthorized', 'missing_permissions', 'not_visible'] as const;
export type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number];

/** In words for people: what is wrong, and what to do. */
export type ShownStatus = { status: RepositoryStatus; status_detail: string | null };

const APPROVE =
  'an owner of the account has to accept them: Settings → GitHub Apps → Configure (or: Installed GitHub Apps), “Review request”';

const lacks = (permissions: readonly string[]): ShownStatus => ({
  status: 'missing_permissions',
  status_detail: `The App lacks the permission${permissions.length === 1 ? '' : 's'} ${permissions.join(', ')}; ${APPROVE}.`,
});

const SHOWN: { [Code in Trouble['code']]: (trouble: Trouble) => ShownStatus } = {
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

/** What is wrong with the installation counts before what is wrong with one repository of it. */
export function statusOf(trouble: Trouble | null, installation: InstallationStanding | undefined): ShownStatus {
  if (installation?.suspended_at) return suspended(installation.suspended_at.toISOString());
  if (installation?.trouble) return SHOWN[installation.trouble.code](installation.trouble);
  const lacking = lackingPermissions(installation?.permissions ?? null);
  if (lacking.length > 0) return lacks(lacking);
  return trouble ? SHOWN[trouble.code](trouble) : { status: 'ok', status_detail: null };
}
