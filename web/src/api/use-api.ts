import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, createApi, type Api } from './client.ts';
import { includesScope, type Scope, useSession } from './session.ts';

export function useOrg(): string {
  const { org } = useParams({ strict: false });
  if (org === undefined) throw new Error('this page belongs to no organization');
  return org;
}

/** The API on behalf of the organization in the page's address. */
export function useApi(): Api {
  const { org } = useParams({ strict: false });
  return useMemo(() => createApi(org), [org]);
}

/** The scopes of the session in the organization of the address, or, without one, its own. */
export function useScopes(): readonly string[] {
  const { session, organizations } = useSession();
  const { org } = useParams({ strict: false });
  return organizations.find(({ id }) => id === org)?.scopes ?? session.scopes;
}

/** Why the session may not do what needs `scope`, in a sentence for `Button`'s `unavailable`; undefined where it may. */
export function useLack(scope: Scope): string | undefined {
  const { session } = useSession();
  const granted = useScopes();
  if (session.kind === 'operator' || includesScope(granted, scope)) return undefined;
  return `This needs the scope "${scope}"; you are signed in with "${granted.join(', ')}".`;
}

/** A mutation that is over when the queries it made stale were read again. */
export function useChange<Input, Data>(
  change: (input: Input) => Promise<Data>,
  { stale, onSuccess }: { stale: readonly QueryKey[]; onSuccess?: (data: Data, input: Input) => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (data, input) => {
      onSuccess?.(data, input);
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}

/** A mutation in the organization of the address; `stale` names the queries of that organization to read again. */
export function useOrgChange<Input, Data>(
  change: (api: Api, path: { org_id: string }, input: Input) => Parameters<typeof ask<Data>>[0],
  stale: readonly string[],
  onSuccess: (data: Data, input: Input) => void = () => undefined,
) {
  const [api, org] = [useApi(), useOrg()];
  const keys = stale.map((name) => [org, name]);
  return useChange((input: Input) => ask(change(api, { org_id: org }, input)), { stale: keys, onSuccess });
}
