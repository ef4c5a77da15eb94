import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Api } from './client.ts';
import { queryOf } from './queries.ts';
import { isNotFound } from './problem.ts';
import type { components } from './schema.ts';
import { useSession } from './session.ts';
import { useApi } from './use-api.ts';

export type Organization = components['schemas']['Organization'];

export const organizationQuery = (api: Api, org: string) =>
  queryOf([org, 'organization'], api, '/api/v1/orgs/{org_id}', { path: { org_id: org } });

/**
 * Whether the organization of the address is one that is seen by who is signed in; undefined while that is not known. The session
 * lists all that there are for them, but the newest only for an operator, who sees every one: there the server is asked.
 */
export function useIsOrganization(): boolean | undefined {
  const { session, organizations } = useSession();
  const { org = '' } = useParams({ strict: false });
  const listed = organizations.some(({ id }) => id === org);
  const mayBe = !listed && session.kind === 'operator' && org !== '';
  const { error, isPending } = useQuery({ ...organizationQuery(useApi(), org), enabled: mayBe });
  if (!mayBe) return listed;
  return isPending ? undefined : !isNotFound(error);
}
