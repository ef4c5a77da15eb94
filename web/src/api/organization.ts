import { useParams } from '@tanstack/react-router';
import { isNotFound } from './problem.ts';
import type { components } from './schema.ts';
import { useSession } from './session.ts';
import { useGet } from './use-api.ts';

export type Organization = components['schemas']['Organization'];

/**
 * Whether the caller may see the organization in the URL; undefined while that is not known. The session lists all
 * organizations of a user. An operator sees every organization, but the session lists only the newest: the hook asks
 * the server about the others.
 */
export function useIsOrganization(): boolean | undefined {
  const { session, organizations } = useSession();
  const { org = '' } = useParams({ strict: false });
  const listed = organizations.some(({ id }) => id === org);
  const mayBe = !listed && session.kind === 'operator' && org !== '';
  const { error, isPending } = useGet('/api/v1/orgs/{org_id}', {}, { enabled: mayBe });
  if (!mayBe) return listed;
  return isPending ? undefined : !isNotFound(error);
}
