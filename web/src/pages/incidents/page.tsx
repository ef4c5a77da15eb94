import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { components } from '../../api/schema.ts';
import { SEVERITIES } from '../../api/severities.ts';
import { isNarrowed, narrowing, useNarrow } from '../../api/search.ts';
import { among, anyOf, Chip, Choice, Filters, SearchField, TextField } from '../../ui/field.tsx';
import { csvOf, type IncidentSearch, RESOLUTIONS, useIncidentCounts, useIncidents } from './queries.ts';
import { IncidentRow, RESOLUTION_WORDS } from './row.tsx';
import { useWhenRead } from '../../api/use-when-read.ts';
import { Button } from '../../ui/button.tsx';
import { oneOrMany } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { SaveCsv } from '../../ui/save-csv.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './incidents.module.css';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RepositoryChoice } from '../repositories/repository-choice.tsx';
import { Recall } from './recall.tsx';

const counted = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${count.toLocaleString('en')})`;

const SORTS = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['severity', 'Worst first'],
] as const;

type Counts = components['schemas']['IncidentCounts'];

/** The text in the place of an empty list of incidents, with the next step. */
function NoIncidents({ search, any }: { search: IncidentSearch; any: boolean }) {
  if (isNarrowed(search, 'view', 'intent', 'project', 'status', 'sort') || (search.status === 'resolved' && any))
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

function IncidentList() {
  const search = useSearch({ from: '/signed-in/o/$org/incidents' });
  const { org } = useParams({ from: '/signed-in/o/$org/incidents' });
  const query = useIncidents(search);
  const { data: counts } = useIncidentCounts(search);
  const narrow = useNarrow<IncidentSearch>();
  const { choice, chip, text } = narrowing(search, narrow);
  const total = counts && `${counts.open} ${counts.resolved}`;
  const totalThen = useWhenRead(query.dataUpdatedAt, total);
  const isOld = totalThen !== undefined && total !== undefined && totalThen !== total;
  return (
    <>
      <Filters label="Incidents">
        <SearchField {...text('q')} label="Address or text" />
        <Choice
          label="Status"
          value={search.status ?? 'open'}
          onChoose={(status) => narrow({ status: status === 'open' ? undefined : status })}
          options={[
            ['open', counted('Open', counts?.open)],
            ['resolved', counted('Resolved', counts?.resolved)],
            ['all', counted('All', counts?.total)],
          ]}
        />
        <Choice {...choice('severity')} label="Severity" options={anyOf(SEVERITIES)} />
        <Choice
          label="Resolution"
          value={search.resolution ?? ''}
          onChoose={(resolution) =>
            narrow({ resolution, ...(resolution !== '' && search.status === undefined && { status: 'all' }) })
          }
          options={anyOf(RESOLUTIONS, (one) => RESOLUTION_WORDS[one][0])}
        />
        <Choice
          {...choice('kind')}
          label="Change type"
          options={[
            ['', 'Any'],
            ['changed', 'Changed'],
            ['deleted', 'Deleted'],
            ['unmanaged', 'Unmanaged'],
          ]}
        />
        <Choice {...choice('type')} label="Type" options={among(counts?.types, search.type)} />
        <Choice {...choice('account')} label="Account" options={among(counts?.accounts, search.account)} />
        <Choice {...choice('region')} label="Region" options={among(counts?.regions, search.region)} />
        <RepositoryChoice {...choice('repo')} label="Repository" none="Any" />
        <TextField
          type="date"
          label="Started after"
          value={search.since ?? ''}
          onChange={({ target }) => narrow({ since: target.value })}
        />
        <Choice {...choice('sort')} label="Sort" options={SORTS} />
      </Filters>
      <div className={styles.chips}>
        <span className={styles.narrowed}>
          <span className={styles.muted}>{counts === undefined ? '…' : countText(counts, search)}</span>
          <Chip {...chip('state')} word="In" />
        </span>
        <span role="status">
          {isOld && <Button label="New results. Refresh" small onClick={() => void query.refetch()} />}
        </span>
        <SaveCsv name="incidents.csv" load={(api) => csvOf(api, org, search)} />
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

export function Screen() {
  const { view } = useSearch({ from: '/signed-in/o/$org/incidents' });
  const navigate = useNavigate({ from: '/o/$org/incidents' });
  return (
    <Page
      title="Incidents"
      doc="docs/dashboard.md#incidents"
      about="Each incident tracks one resource’s drift until it is resolved."
    >
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
