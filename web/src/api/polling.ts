import type { Query } from '@tanstack/react-query';
import { pauseAfter } from './query-client.ts';

type Polled<Data> = Pick<Query<Data>, 'state'>;

/** Watched for this many answers, it is asked for half as often. */
const TIRES_AFTER = 15;

/**
 * How often a query asks again by itself, for `refetchInterval`: every `fastest` ms while `lively` says that something is going
 * on, more seldom the longer it is watched (up to every `slowest`), after a failure as the server wished, and not at all
 * otherwise. Hidden tabs do not ask: TanStack Query pauses intervals there.
 */
export function pollWhile<Data>(
  lively: (data: Data) => boolean,
  { fastest = 2000, slowest = 30_000 }: { fastest?: number; slowest?: number } = {},
) {
  return ({ state }: Polled<Data>): number | false => {
    const { data, error, errorUpdateCount, dataUpdateCount } = state;
    if (error !== null) return pauseAfter(errorUpdateCount, error);
    if (data === undefined || !lively(data)) return false;
    return Math.min(slowest, fastest * (1 + dataUpdateCount / TIRES_AFTER));
  };
}
