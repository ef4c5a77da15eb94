import { useParams } from '@tanstack/react-router';
import { isNotFound } from './problem.ts';
import type { components } from './schema.ts';
import { useSession } from './session.ts';
import { useGet } from './use-api.ts';

export type Organization = components['schemas']['Organization'];

/**
 * Whether the organization of the address is one that is seen by who is signed in; undefined while that is not known. The session
 * lists all that there are for them, but the newest only for an operator, who sees every one: there the server is asked.
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
