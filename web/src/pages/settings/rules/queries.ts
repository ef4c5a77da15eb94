import { queryOptions } from '@tanstack/react-query';
import { ask, type Api } from '../../../api/client.ts';
import { queryOf } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.ts';
import { useOrgChange } from '../../../api/use-api.ts';

export type Rules = components['schemas']['IgnoreRules'];
export type Rule = components['schemas']['IgnoreRule'];
export type ValueTest = components['schemas']['ValueTest'];
export type Usage = components['schemas']['RuleUsage'];
export type Preview = components['schemas']['IgnorePreview'];
export type Example = Preview['examples'][number];

export const rulesQuery = (api: Api, org: string) =>
  queryOf([org, 'ignore-rules'], api, '/api/v1/orgs/{org_id}/ignore-rules', { path: { org_id: org } });

/** A preview of a list of rules. */
export const previewQuery = (api: Api, org: string, rules: readonly Rule[]) =>
  queryOptions({
    queryKey: [org, 'ignore-preview', rules],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/ignore-rules/preview', {
          params: { path: { org_id: org } },
          body: { rules: [...rules] },
          signal,
        }),
      ),
  });

/** Replaces the list, if nobody else has since it was read. */
export const useSaveRules = (onSuccess: (saved: Rules) => void) =>
  useOrgChange(
    (api, path, body: { version: number; rules: Rule[] }) =>
      api.PUT('/api/v1/orgs/{org_id}/ignore-rules', { params: { path }, body }),
    ['ignore-rules', 'ignore-preview'],
    onSuccess,
  );
