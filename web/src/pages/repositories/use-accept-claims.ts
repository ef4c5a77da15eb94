import { useCallback } from 'react';
import { ask } from '../../api/client.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';

type Accepting = { claims: readonly string[]; takeOver?: boolean };

/** Accepts claims by their ids; what is known of states and repositories is asked anew then. */
export function useAcceptClaims(onDone?: () => void) {
  const [api, org] = [useApi(), useOrg()];
  const change = useChange(
    ({ claims, takeOver = false }: Accepting) =>
      ask(
        api.POST('/api/v1/orgs/{org_id}/state-claims/accept', {
          params: { path: { org_id: org } },
          body: { claims: [...claims], ...(takeOver && { take_over: true }) },
        }),
      ),
    {
      stale: ['states', 'state-counts', 'state-claims', 'repositories', 'overview'].map((name) => [org, name]),
      ...(onDone && { onSuccess: onDone }),
    },
  );
  const { mutate } = change;
  const one = useCallback((claim: string) => mutate({ claims: [claim] }), [mutate]);
  return { ...change, one };
}
