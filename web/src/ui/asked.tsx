import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../api/problem.ts';
import { Loading, ProblemNote } from './notes.tsx';

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What is asked for, after "Loading": `analyses`. */
  what: string;
  height?: string;
  children: (data: Data) => ReactNode;
};

/** What a query answered, or its place while it is on its way, or what went wrong. What was known before stays while it is asked anew. */
export function Asked<Data>({ query, what, height, children }: Props<Data>) {
  const { data, error, refetch } = query;
  // What does not exist does not come to be by being asked for again.
  const again = isNotFound(error) ? {} : { retry: () => void refetch() };
  if (data === undefined)
    return error === null ? (
      <Loading what={what} {...(height !== undefined && { height })} />
    ) : (
      <ProblemNote error={error} {...again} />
    );
  return (
    <>
      {error !== null && <ProblemNote error={error} {...again} />}
      {children(data)}
    </>
  );
}
