import { queryOptions } from '@tanstack/react-query';
import { type Api, ask } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useApi, useChange, useOrg } from '../../../api/use-api.ts';

export type Rules = components['schemas']['IgnoreRules'];
export type Rule = components['schemas']['IgnoreRule'];
export type ValueTest = components['schemas']['ValueTest'];
export type Usage = components['schemas']['RuleUsage'];
export type Preview = components['schemas']['IgnorePreview'];
export type Example = Preview['examples'][number];

/** What is ignored in an organization. */
export const rulesQuery = (api: Api, org: string) =>
  queryOptions({
    queryKey: [org, 'ignore-rules'],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/v1/orgs/{org_id}/ignore-rules', { params: { path: { org_id: org } }, signal })),
  });

/** What a list of rules would make of what is known now. */
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
export function useSaveRules(onSuccess: (saved: Rules) => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    (body: { version: number; rules: Rule[] }) =>
      ask(api.PUT('/api/v1/orgs/{org_id}/ignore-rules', { params: { path: { org_id: org } }, body })),
    {
      stale: [
        [org, 'ignore-rules'],
        [org, 'ignore-preview'],
      ],
      onSuccess,
    },
  );
}
