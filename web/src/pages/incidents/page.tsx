import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../api/schema.ts';
import { SEVERITIES } from '../../api/severities.ts';
import { isNarrowed, type Narrow, narrowing, useNarrow } from '../../api/search.ts';
import { Choice, Filters, SearchField, TextField } from '../../ui/field.tsx';
import { type IncidentSearch, RESOLUTIONS } from './search.ts';
import { IncidentRow, RESOLUTION_WORDS } from './row.tsx';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useWhenRead } from '../../api/use-when-read.ts';
import { Button } from '../../ui/button.tsx';
import { Name, oneOrMany } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './incidents.module.css';
import { incidentCountsQuery, incidentsQuery } from './queries.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Recall } from './recall.tsx';

type FilterProps = {
  search: IncidentSearch;
  counts: components['schemas']['IncidentCounts'] | undefined;
  onChange: Narrow<IncidentSearch>;
};

const counted = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${count.toLocaleString('en')})`;

/** What the list of incidents is narrowed by; all of it stands in the address. */
export function IncidentFilters({ search, counts, onChange }: FilterProps) {
  const { choice, text } = narrowing(search, onChange);
  return (
    <Filters label="Incidents">
      <SearchField {...text('q')} label="Address or text" />
      <Choice
        label="Status"
        value={search.status ?? 'open'}
        onChoose={(status) => onChange({ status: status === 'open' ? undefined : status })}
        options={[
          ['open', counted('Open', counts?.open)],
          ['resolved', counted('Resolved', counts?.resolved)],
          ['all', counted('All', counts?.total)],
        ]}
      />
      <Choice
        {...choice('severity')}
        label="Severity"
        options={[['', 'Any'], ...SEVERITIES.map((one) => [one, one] as const)]}
      />
      <Choice
        label="Resolution"
        value={search.resolution ?? ''}
        onChoose={(resolution) =>
          onChange({ resolution, ...(resolution !== '' && search.status === undefined && { status: 'all' }) })
        }
        options={[['', 'Any'], ...RESOLUTIONS.map((one) => [one, RESOLUTION_WORDS[one][0]] as const)]}
      />
      <TextField
        type="date"
        label="Started after"
        value={search.since ?? ''}
        onChange={({ target }) => onChange({ since: target.value })}
      />
    </Filters>
  );
}

type Counts = components['schemas']['IncidentCounts'];

/** Why no incident is shown, and what to do. */
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

function countText({ total, open, resolved }: Counts, search: IncidentSearch): string {
  const status = search.status ?? 'open';
  const count = { open, resolved, all: total }[status];
  return oneOrMany(count, status === 'all' ? 'incident' : `${status} incident`);
}

export function IncidentList() {
  const [api, org] = [useApi(), useOrg()];
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
          <span className={styles.muted}>{counts === undefined ? '…' : countText(counts, search)}</span>
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

export function IncidentsPage() {
  const { view } = useSearch({ from: '/signed-in/o/$org/incidents' });
  const navigate = useNavigate({ from: '/o/$org/incidents' });
  return (
    <Page title="Incidents" about="Each incident tracks one resource’s drift until it is resolved.">
      <Tabs
        label="Incidents"
        value={view ?? 'list'}
        onChange={(id) => void navigate({ search: id === 'recall' ? { view: 'recall' } : {} })}
        tabs={[
          { id: 'list', title: 'List', content: <IncidentList /> },
          { id: 'recall', title: 'Recall', content: <Recall /> },
        ]}
      />
    </Page>
  );
}
