import { ask } from '../../api/client.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import type { Known } from './queries.ts';

/** Puts a list of mappings in the place of the one that was read; what is known of states is asked anew then. */
export function useReplaceMappings(onDone: () => void) {
  const [api, org] = [useApi(), useOrg()];
  return useChange(
    ({ version, mappings }: Known) =>
      ask(
        api.PUT('/api/v1/orgs/{org_id}/state-mappings', {
          params: { path: { org_id: org } },
          body: { version, mappings: [...mappings] },
        }),
      ),
    {
      stale: ['states', 'state-counts', 'state-mappings', 'repositories'].map((name) => [org, name]),
      onSuccess: onDone,
    },
  );
}
