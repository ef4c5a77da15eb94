import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name, oneOrMany } from '../../ui/text.tsx';
import type { StateClaim } from './queries.ts';
import styles from './repositories.module.css';

type Props = {
  claim: StateClaim;
  busy: boolean;
  onAccept: (() => void) | undefined;
  onTakeOver: (() => void) | undefined;
};

const SHOWN = 3;

const ownersOf = ({ contested_states: states }: StateClaim) =>
  [...new Set(states.map(({ repo_full_name: name }) => name ?? 'the organization'))].join(', ');

export function Owners({ claim }: { claim: StateClaim }) {
  return (
    <>
      {oneOrMany(claim.contested_count, 'state')} of <Name>{ownersOf(claim)}</Name>
    </>
  );
}

/** A claim that nobody has accepted: by whom, to what, and what it would change. */
export function ProposalRow({ claim, busy, onAccept, onTakeOver }: Props) {
  const { key, pattern, status, repo_full_name: name, path, why, states, state_count: count } = claim;
  const isProposed = status === 'proposed';
  const [act, verb] = isProposed ? [onAccept, 'Accept'] : [onTakeOver, 'Take over'];
  return (
    <article className={styles.row}>
      <div className={row.what}>
        <h2 className={row.name}>
          <Name mono>{key}</Name>
        </h2>
        <span className={styles.muted}>
          {(isProposed || count > 0) && oneOrMany(count, 'state')}
          {pattern && ', and later ones that fit'}
          {pattern && count > 0 && (
            <>
              : <Name>{states.slice(0, SHOWN).join(', ')}</Name>
              {count > SHOWN && ' …'}
            </>
          )}
        </span>
        {claim.contested_count > 0 && (
          <span className={styles.muted}>
            {isProposed ? (
              <>
                {claim.contested_count.toLocaleString('en')} more {claim.contested_count === 1 ? 'stays' : 'stay'} with{' '}
                <Name>{ownersOf(claim)}</Name>
              </>
            ) : (
              <Owners claim={claim} />
            )}
          </span>
        )}
        {claim.also_claimed_by.length > 0 && (
          <span className={styles.muted}>
            also claimed by <Name>{claim.also_claimed_by.join(', ')}</Name>
          </span>
        )}
      </div>
      <div>
        <Badge sign={[isProposed ? 'medium' : 'high', 'unknown', claim.disputed ? 'disputed' : status]} />
      </div>
      <div className={row.what}>
        <span>
          <Name>{name}</Name>
          {path !== '.' && (
            <>
              {' '}
              in <Name mono>{path}</Name>
            </>
          )}
        </span>
        <Name muted>{why}</Name>
      </div>
      <div>
        {act && (
          <Button small busy={busy} onClick={act}>
            {verb}
            <span className="said-only"> {key.slice(0, 100)}</span>
          </Button>
        )}
      </div>
    </article>
  );
}
