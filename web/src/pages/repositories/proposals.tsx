import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/form.tsx';
import { Name, oneOrMany } from '../../ui/text.tsx';
import { Empty, Note, ProblemNote, rowsOf } from '../../ui/notes.tsx';
import { Owners, ProposalRow } from './proposal-row.tsx';
import { claimsQuery, type StateClaim, useAcceptClaims } from './queries.ts';
import { useApi, useLack, useOrg } from '../../api/use-api.ts';
import { useNarrow } from '../../api/search.ts';
import { Choice, Filters } from '../../ui/field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './repositories.module.css';
import type { RepositoriesSearch } from './search.ts';

/** Gives a repository states that another one has, after saying whose they are. */
function TakeOver({ claim, onClose }: { claim: StateClaim; onClose: () => void }) {
  const accept = useAcceptClaims(onClose);
  return (
    <Confirm
      title="Take over states"
      onClose={onClose}
      action="Take over"
      change={accept}
      onConfirm={() => accept.mutate({ claims: [claim.id], takeOver: true })}
    >
      <p>
        <Name mono>{claim.key}</Name> for <Name>{claim.repo_full_name}</Name>
      </p>
      <Note>
        <p>
          <Owners claim={claim} /> would belong to <Name>{claim.repo_full_name}</Name>. People who see only the present
          owner lose access.
        </p>
      </Note>
    </Confirm>
  );
}

/** Claims that nobody has accepted: one by one, or all at once. */
export function Proposals() {
  const { repo, claimed = 'proposed' } = useSearch({ from: '/signed-in/o/$org/repositories' });
  const query = useInfiniteQuery(claimsQuery(useApi(), useOrg(), claimed, repo));
  const narrow = useNarrow<RepositoriesSearch>();
  const lack = useLack('admin');
  const accept = useAcceptClaims();
  const [takingOver, setTakingOver] = useState<StateClaim>();
  const claims = query.data ? rowsOf(query.data) : [];
  // Of one repository everything; of all of them what names states by their keys, as no other repository does.
  const together = repo === undefined ? claims.filter(({ pattern, disputed }) => !pattern && !disputed) : claims;
  return (
    <>
      <Filters label="Proposals">
        <Choice
          label="Status"
          value={claimed}
          options={[
            ['proposed', 'Proposed'],
            ['contested', 'Contested'],
          ]}
          onChoose={(status) => narrow({ claimed: status })}
        />
      </Filters>
      <div className={styles.chips}>
        {repo !== undefined && (
          <Button small onClick={() => narrow({ repo: undefined })}>
            One repository ✕
          </Button>
        )}
        {claimed === 'proposed' && together.length > 0 && (
          <Button
            look="main"
            busy={accept.isPending}
            unavailable={lack}
            onClick={() => accept.mutate({ claims: together.map(({ id }) => id) })}
          >
            {together.length === 1 ? 'Accept proposal' : `Accept all ${together.length.toLocaleString('en')}`}
          </Button>
        )}
        {claimed === 'proposed' && together.length < claims.length && (
          <span className={styles.muted}>
            {oneOrMany(claims.length - together.length, 'proposal')} to accept one by one: patterns and disputed keys
          </span>
        )}
      </div>
      <Note>
        {claimed === 'proposed'
          ? 'A file in a repository gives it no state. Once a proposal is accepted, people with access to the repository see the state’s drift, its ignore rules apply, and pull requests report on it.'
          : 'These states have an owner. Taking one over changes who sees it.'}
      </Note>
      {accept.error !== null && <ProblemNote error={accept.error} />}
      <VirtualList
        query={query}
        what="proposals"
        keyOf={({ id }) => id}
        rowHeight={76}
        empty={
          claimed === 'proposed' ? (
            <Empty title="No proposals">Every claim is accepted, or its state has an owner.</Empty>
          ) : (
            <Empty title="Nothing contested">No repository claims a state that another one has.</Empty>
          )
        }
      >
        {(claim) => (
          <ProposalRow
            claim={claim}
            busy={accept.isPending}
            onAccept={lack === undefined ? () => accept.one(claim.id) : undefined}
            onTakeOver={lack === undefined ? () => setTakingOver(claim) : undefined}
          />
        )}
      </VirtualList>
      {takingOver && <TakeOver claim={takingOver} onClose={() => setTakingOver(undefined)} />}
    </>
  );
}
