import { Link, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isNarrowed, narrowing, useNarrow } from '../../api/search.ts';
import { useGet, useLack } from '../../api/use-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { anyOf, Chip, Choice, Filters, SearchField } from '../../ui/field.tsx';
import { Empty, Note, ProblemNote } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { oneOrMany } from '../../ui/text.tsx';
import { CALM, useAcceptClaims, useStates, type RepositoriesSearch, WORST } from './queries.ts';
import { StateRow } from './state-row.tsx';
import styles from './repositories.module.css';

const SOURCE_WORDS = [
  ['', 'Any'],
  ['none', 'Unassigned'],
  ['api', 'Set by hand'],
  ['config', '.plumbline.yml'],
  ['backend', 'Backend block'],
] as const;

export function States() {
  const search = useSearch({ from: '/signed-in/o/$org/repositories' });
  const query = useStates(search);
  const { data: counts } = useGet('/api/v1/orgs/{org_id}/states/counts', {}, CALM);
  const lack = useLack('write');
  const narrow = useNarrow<RepositoriesSearch>();
  const { choice, chip, text } = narrowing(search, narrow);
  const accept = useAcceptClaims();
  const { mutate } = accept;
  const acceptOne = useCallback((claim: string) => mutate({ body: { claims: [claim] } }), [mutate]);
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
          options={anyOf(WORST, (one) => (one === 'none' ? 'none found' : one))}
        />
        <Choice {...choice('status')} label="Read" options={anyOf(['unreadable'], () => 'Not read')} />
      </Filters>
      <div className={styles.chips}>
        <Chip {...chip('repo')}>One repository</Chip>
        {counts && (
          <span className={styles.muted}>
            {oneOrMany(counts.states, 'state')} in all
            {counts.unreadable > 0 && `, ${counts.unreadable.toLocaleString('en')} not read`}
          </span>
        )}
        {unmapped > 0 && search.source !== 'none' && (
          <>
            <Badge sign={['medium', 'unknown', `${unmapped.toLocaleString('en')} unassigned`]} />
            <Button label={unmapped === 1 ? 'Show it' : 'Show them'} small onClick={() => narrow({ source: 'none' })} />
          </>
        )}
        {counts !== undefined && counts.proposed > 0 && (
          <Link to="." search={{ view: 'proposals' }} className={buttonClass('plain', true)}>
            {oneOrMany(counts.proposed, 'state')} proposed
          </Link>
        )}
      </div>
      <ProblemNote error={accept.error} />
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
        empty={
          isNarrowed(search, 'view') ? (
            <Empty title="No matching states">Remove a filter.</Empty>
          ) : (
            <Empty
              title="No states yet"
              action={
                <Link from="/o/$org" to="/o/$org">
                  Back to overview
                </Link>
              }
            >
              Connect your states and start an analysis: it lists them.
            </Empty>
          )
        }
      >
        {(state) => (
          <StateRow
            state={state}
            mayChange={lack === undefined}
            onAccept={lackOfAdmin === undefined && !accept.isPending ? acceptOne : undefined}
          />
        )}
      </VirtualList>
    </>
  );
}
