import type { components } from '../../../api/schema.ts';
import { useChange, useGet } from '../../../api/use-api.ts';

export type Cloud = components['schemas']['CloudConfiguration'];
export type CloudPatch = components['schemas']['CloudPatch'];
export type Setup = components['schemas']['CloudSetup'];

export const useCloud = () => useGet('/api/v1/orgs/{org_id}/aws');

/** The policies, commands and templates to create the role, generated from the settings. */
export const useSetup = () => useGet('/api/v1/orgs/{org_id}/aws/setup');

/** Saves settings of the cloud. Settings that are not named stay. */
export const useSaveCloud = () => useChange('patch', '/api/v1/orgs/{org_id}/aws', ['aws', 'overview']);
