import { ask } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { useChange } from '../../../api/use-change.ts';

export type OrganizationPatch = components['schemas']['OrganizationPatch'];
export type Expiring = components['schemas']['ExpiringIncidents'];

/** Saves settings of the organization; what is not named stays: name what was changed, and what others change meanwhile stays, too. */
export function useSaveOrganization() {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    (body: OrganizationPatch) => ask(api.PATCH('/api/v1/orgs/{org_id}', { params: { path: { org_id: org } }, body })),
    { stale: [[org, 'organization'], ['operator', 'organizations'], ['session']] },
  );
}
