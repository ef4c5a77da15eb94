import { queryOptions } from '@tanstack/react-query';
import { type Api, ask } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useChange, useOrg } from '../../../api/use-api.ts';

export type Cloud = components['schemas']['CloudConfiguration'];
export type CloudPatch = components['schemas']['CloudPatch'];
export type Setup = components['schemas']['CloudSetup'];

/** How the organization's AWS is reached. */
export const cloudQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'aws'],
    queryFn: ({ signal }) => ask(api.GET('/api/v1/orgs/{org_id}/aws', { params: { path: { org_id: org } }, signal })),
  });

/** What the role is made with. It follows the settings: it is asked anew when they change. */
export const setupQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'aws', 'setup'],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/orgs/{org_id}/aws/setup', { params: { path: { org_id: org } }, signal })),
  });

/** Saves settings of the cloud; what is not named stays. */
export function useSaveCloud() {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    (patch: CloudPatch) =>
      ask(api.PATCH('/api/v1/orgs/{org_id}/aws', { params: { path: { org_id: org } }, body: patch })),
    {
      stale: [
        [org, 'aws'],
        [org, 'overview'],
      ],
    },
  );
}
