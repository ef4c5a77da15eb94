import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name, oneOrMany } from '../../ui/text.tsx';
import { claimsQuery, type StateClaim, useAcceptClaims, type RepositoriesSearch } from './queries.ts';
import styles from './repositories.module.css';
import { ConfirmButton } from '../../ui/form.tsx';
import { Empty, Note, ProblemNote, rowsOf } from '../../ui/notes.tsx';
import { useApi, useLack, useOrg } from '../../api/use-api.ts';
import { useNarrow } from '../../api/search.ts';
import { Chip, Choice, Filters } from '../../ui/field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

type RowProps = { claim: StateClaim; accept: ReturnType<typeof useAcceptClaims>; mayAccept: boolean };

const SHOWN = 3;

const ownersOf = ({ contested_states: states }: StateClaim) =>
  [...new Set(states.map(({ repo_full_name: name }) => name ?? 'the organization'))].join(', ');

const contestedText = ({ contested_count: count }: StateClaim) => `${oneOrMany(count, 'state')} of `;

/** A claim that nobody has accepted: its repository, its states, and the effect of accepting it. */
function ProposalRow({ claim, accept, mayAccept }: RowProps) {
  const { key, pattern, status, repo_full_name: name, path, why, states, state_count: count } = claim;
  const { contested_count: contested } = claim;
  const isProposed = status === 'proposed';
  const staying = `${contested.toLocaleString('en')} more ${contested === 1 ? 'stays' : 'stay'} with `;
  return (
    <article className={styles.row}>
      <div className={row.what}>
        <h2 className={row.name}>
          <Name mono text={key} />
        </h2>
        <span className={styles.muted}>
          {(isProposed || count > 0) && oneOrMany(count, 'state')}
          {pattern && ', and later ones that fit'}
          {pattern && <Name before=": " text={states.slice(0, SHOWN).join(', ')} />}
          {pattern && count > SHOWN && ' …'}
        </span>
        {contested > 0 && <Name muted before={isProposed ? staying : contestedText(claim)} text={ownersOf(claim)} />}
        <Name muted before="also claimed by " text={claim.also_claimed_by.join(', ')} />
      </div>
      <div>
        <Badge sign={[isProposed ? 'medium' : 'high', 'unknown', claim.disputed ? 'disputed' : status]} />
      </div>
      <div className={row.what}>
        <span>
          <Name text={name} />
          <Name mono before=" in " text={path === '.' ? null : path} />
        </span>
        <Name muted text={why} />
      </div>
      <div>
        {mayAccept && isProposed && (
          <Button
            label="Accept"
            small
            aria-label={`Accept ${key.slice(0, 100)}`}
            busy={accept.isPending}
            onClick={() => accept.mutate({ body: { claims: [claim.id] } })}
          />
        )}
        {mayAccept && !isProposed && <TakeOver claim={claim} />}
      </div>
    </article>
  );
}

/** Moves states from another repository to the claiming one, after a confirmation that names their current owners. */
function TakeOver({ claim }: { claim: StateClaim }) {
  const { id, key, repo_full_name: name } = claim;
  return (
    <ConfirmButton
      small
      label="Take over"
      aria-label={`Take over ${key.slice(0, 100)}`}
      title="Take over states"
      action="Take over"
      change={useAcceptClaims()}
      input={{ body: { claims: [id], take_over: true } }}
    >
      <p>
        <Name mono text={key} /> for <Name text={name} />
      </p>
      <Note>
        <p>
          <Name before={contestedText(claim)} text={ownersOf(claim)} /> would belong to <Name text={name} />. People who
          see only the present owner lose access.
        </p>
      </Note>
    </ConfirmButton>
  );
}

/** Claims that nobody has accepted: one by one, or all at once. */
export function Proposals() {
  const { repo, claimed = 'proposed' } = useSearch({ from: '/signed-in/o/$org/repositories' });
  const query = useInfiniteQuery(claimsQuery(useApi(), useOrg(), claimed, repo));
  const narrow = useNarrow<RepositoriesSearch>();
  const lack = useLack('admin');
  const accept = useAcceptClaims();
  const claims = query.data ? rowsOf(query.data) : [];
  // For one repository all claims. For all repositories only undisputed claims that name states by their keys.
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
        <Chip value={repo} onRemove={() => narrow({ repo: undefined })}>
          One repository
        </Chip>
        {claimed === 'proposed' && together.length > 0 && (
          <Button
            label={together.length === 1 ? 'Accept proposal' : `Accept all ${together.length.toLocaleString('en')}`}
            look="main"
            busy={accept.isPending}
            unavailable={lack}
            onClick={() => accept.mutate({ body: { claims: together.map(({ id }) => id) } })}
          />
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
      <ProblemNote error={accept.error} />
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
        {(claim) => <ProposalRow claim={claim} accept={accept} mayAccept={lack === undefined} />}
      </VirtualList>
    </>
  );
}
