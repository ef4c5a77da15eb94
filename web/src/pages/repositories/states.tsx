import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isNarrowed, narrowing, useNarrow } from '../../api/search.ts';
import { useApi, useLack, useOrg } from '../../api/use-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Choice, Filters, SearchField } from '../../ui/field.tsx';
import { Empty, Note, ProblemNote } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { oneOrMany } from '../../ui/text.tsx';
import { ChangeState } from './mappings.tsx';
import { type State, stateCountsQuery, statesQuery, useAcceptClaims } from './queries.ts';
import { type RepositoriesSearch, WORST } from './search.ts';
import { StateRow } from './state-row.tsx';
import styles from './repositories.module.css';

const SOURCE_WORDS = [
  ['', 'Any'],
  ['none', 'Unassigned'],
  ['api', 'Set by hand'],
  ['config', '.plumbline.yml'],
  ['backend', 'Backend block'],
] as const;

function NoStates({ narrowed }: { narrowed: boolean }) {
  const org = useOrg();
  return narrowed ? (
    <Empty title="No matching states">Remove a filter.</Empty>
  ) : (
    <Empty
      title="No states yet"
      action={
        <Link to="/o/$org" params={{ org }}>
          Back to overview
        </Link>
      }
    >
      Connect AWS and start an analysis: it lists the states in the bucket.
    </Empty>
  );
}

export function States() {
  const [api, org] = [useApi(), useOrg()];
  const search = useSearch({ from: '/signed-in/o/$org/repositories' });
  const query = useInfiniteQuery(statesQuery(api, org, search));
  const { data: counts } = useQuery(stateCountsQuery(api, org));
  const lack = useLack('write');
  const [changing, setChanging] = useState<State>();
  const narrow = useNarrow<RepositoriesSearch>();
  const { choice, text } = narrowing(search, narrow);
  const accept = useAcceptClaims();
  const lackOfAdmin = useLack('admin');
  const unmapped = counts?.unmapped ?? 0;
  return (
    <>
      {lack !== undefined && <p className={styles.muted}>Read-only. {lack}</p>}
      <Filters label="States">
        <SearchField {...text('q')} label="Key" />
        <Choice {...choice('source')} label="Source" options={SOURCE_WORDS} />
        <Choice
          {...choice('severity')}
          label="Worst drift"
          options={[['', 'Any'], ...WORST.map((one) => [one, one === 'none' ? 'none found' : one] as const)]}
        />
        <Choice
          {...choice('status')}
          label="Read"
          options={[
            ['', 'Any'],
            ['unreadable', 'Not read'],
          ]}
        />
      </Filters>
      <div className={styles.chips}>
        {search.repo !== undefined && (
          <Button small onClick={() => narrow({ repo: undefined })}>
            One repository ✕
          </Button>
        )}
        {counts && (
          <span className={styles.muted}>
            {oneOrMany(counts.states, 'state')} in all
            {counts.unreadable > 0 && `, ${counts.unreadable.toLocaleString('en')} not read`}
          </span>
        )}
        {unmapped > 0 && search.source !== 'none' && (
          <>
            <Badge sign={['medium', 'unknown', `${unmapped.toLocaleString('en')} unassigned`]} />
            <Button small onClick={() => narrow({ source: 'none' })}>
              {unmapped === 1 ? 'Show it' : 'Show them'}
            </Button>
          </>
        )}
        {counts !== undefined && counts.proposed > 0 && (
          <Link to="." search={{ view: 'proposals' }} className={buttonClass('plain', true)}>
            {oneOrMany(counts.proposed, 'state')} proposed
          </Link>
        )}
      </div>
      {accept.error !== null && <ProblemNote error={accept.error} />}
      {search.source === 'none' && (
        <Note>
          Unassigned states are analysed, but no repository shows their drift, and members who see some repositories
          only do not. Accept a proposal, or assign a repository.
        </Note>
      )}
      <VirtualList
        query={query}
        what="states"
        keyOf={({ key }) => key}
        rowHeight={76}
        empty={<NoStates narrowed={isNarrowed(search, 'view')} />}
      >
        {(state) => (
          <StateRow
            state={state}
            onChange={lack === undefined ? setChanging : undefined}
            onAccept={lackOfAdmin === undefined && !accept.isPending ? accept.one : undefined}
          />
        )}
      </VirtualList>
      {changing && <ChangeState state={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}
