import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { components } from '../../api/schema.ts';
import { isNarrowed } from '../../api/search.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useNarrow } from '../../api/use-narrow.ts';
import { useWhenRead } from '../../api/use-when-read.ts';
import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { Empty } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { oneOrMany } from '../../ui/words.ts';
import { IncidentFilters } from './filters.tsx';
import styles from './incidents.module.css';
import { incidentCountsQuery, incidentsQuery } from './queries.ts';
import { IncidentRow } from './row.tsx';
import type { IncidentSearch } from './search.ts';

type Counts = components['schemas']['IncidentCounts'];

/** Where nothing fits: why that is, and what to do. */
function NoIncidents({ search, any }: { search: IncidentSearch; any: boolean }) {
  if (isNarrowed(search, 'view', 'intent', 'project', 'status') || (search.status === 'resolved' && any))
    return <Empty title="No matching incidents">Remove a filter, or choose another status.</Empty>;
  if (search.status !== undefined || !any)
    return (
      <Empty title="No incidents yet">
        An analysis opens one when it finds drift, and resolves it when the drift is gone.
      </Empty>
    );
  return <Empty title="No open incidents">To see resolved ones, choose the status “All”.</Empty>;
}

function toldCount({ total, open, resolved }: Counts, search: IncidentSearch): string {
  const status = search.status ?? 'open';
  const count = { open, resolved, all: total }[status];
  return oneOrMany(count, status === 'all' ? 'incident' : `${status} incident`);
}

/** Incidents, narrowed by what stands in the address. */
export function IncidentList() {
  const api = useApi();
  const org = useOrg();
  const search = useSearch({ from: '/signed-in/o/$org/incidents' });
  const query = useInfiniteQuery(incidentsQuery(api, org, search));
  const { data: counts } = useQuery(incidentCountsQuery(api, org, search));
  const narrow = useNarrow<IncidentSearch>();
  const total = counts && `${counts.open} ${counts.resolved}`;
  const totalThen = useWhenRead(query.dataUpdatedAt, total);
  const isOld = totalThen !== undefined && total !== undefined && totalThen !== total;
  return (
    <>
      <IncidentFilters search={search} counts={counts} onChange={narrow} />
      <div className={styles.chips}>
        <span className={styles.narrowed}>
          <span className={styles.muted}>{counts === undefined ? '…' : toldCount(counts, search)}</span>
          {search.state !== undefined && (
            <Button small onClick={() => narrow({ state: undefined })}>
              In <Name mono>{search.state}</Name> ✕
            </Button>
          )}
          {search.repo !== undefined && (
            <Button small onClick={() => narrow({ repo: undefined })}>
              One repository ✕
            </Button>
          )}
        </span>
        <span role="status">
          {isOld && (
            <Button small onClick={() => void query.refetch()}>
              New results. Refresh
            </Button>
          )}
        </span>
      </div>
      <VirtualList
        query={query}
        what="incidents"
        keyOf={({ id }) => id}
        rowHeight={78}
        empty={<NoIncidents search={search} any={counts?.total !== 0} />}
      >
        {(incident) => <IncidentRow incident={incident} />}
      </VirtualList>
    </>
  );
}
