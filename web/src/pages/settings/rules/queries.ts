import type { components } from '../../../api/schema.ts';
import { useGet } from '../../../api/use-api.ts';

export type Rules = components['schemas']['IgnoreRules'];
export type Rule = components['schemas']['IgnoreRule'];
export type ValueTest = components['schemas']['ValueTest'];
export type Usage = components['schemas']['RuleUsage'];
export type Preview = components['schemas']['IgnorePreview'];
export type Example = Preview['examples'][number];

export const useRules = (options?: { enabled: boolean }) => useGet('/api/v1/orgs/{org_id}/ignore-rules', {}, options);
