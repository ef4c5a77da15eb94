import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** A change: does it, and has asked anew what it made stale, before it is over. What was typed stays with whoever typed it. */
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
