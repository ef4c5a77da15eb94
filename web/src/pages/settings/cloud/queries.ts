import type { Api } from '../../../api/client.ts';
import { queryOf } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useOrgChange } from '../../../api/use-api.ts';

export type Cloud = components['schemas']['CloudConfiguration'];
export type CloudPatch = components['schemas']['CloudPatch'];
export type Setup = components['schemas']['CloudSetup'];

export const cloudQuery = (api: Api, org: string) =>
  queryOf([org, 'aws'], api, '/api/v1/orgs/{org_id}/aws', { path: { org_id: org } });

/** The texts to create the role with: they follow the settings. */
export const setupQuery = (api: Api, org: string) =>
  queryOf([org, 'aws', 'setup'], api, '/api/v1/orgs/{org_id}/aws/setup', { path: { org_id: org } });

/** Saves settings of the cloud; a setting that is not named stays. */
export const useSaveCloud = () =>
  useOrgChange(
    (api, path, body: CloudPatch) => api.PATCH('/api/v1/orgs/{org_id}/aws', { params: { path }, body }),
    ['aws', 'overview'],
  );
