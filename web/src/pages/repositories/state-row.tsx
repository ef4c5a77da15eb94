import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Opener } from '../../ui/form.tsx';
import row from '../../ui/list-row.module.css';
import { Name, When } from '../../ui/text.tsx';
import { verdictsText } from '../analyses/words.ts';
import { STATE_STATUS_SIGNS, stateStatusOf } from '../overview/state-status.ts';
import { ChangeState } from './mappings.tsx';
import type { State } from './queries.ts';
import styles from './repositories.module.css';

/** The result of a state's last analysis, in words. */
function resultText({ counts, detail, code }: State): string {
  if (counts === null) return detail ?? code ?? 'Not checked yet.';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped.toLocaleString('en')} skipped` : '';
  return verdictsText(counts) + skipped;
}

const NOT_ACCEPTED = 'Claims not accepted yet.';
const UNCLAIMED = 'Link a repository, or leave it to the organization.';

type OnAccept = ((claimId: string) => void) | undefined;

function Belongs({ state, onAccept }: { state: State; onAccept: OnAccept }) {
  const { repo_id: repo, repo_full_name: name, path, source, why, also_claimed_by: others } = state;
  return (
    <div className={row.what}>
      <span>
        {repo !== null && name !== null ? (
          <Link to="." search={{ repo }}>
            <Name text={name} />
          </Link>
        ) : source === null ? (
          <Badge sign={['medium', 'unknown', 'unassigned']} />
        ) : (
          'the organization'
        )}
        <Name mono before=" in " text={name === null || path === '.' ? null : path} />
      </span>
      <Name muted text={why ?? (others.length > 0 ? NOT_ACCEPTED : UNCLAIMED)} />
      {others.map((one) => (
        <span key={one.repo_id} className={styles.muted}>
          {one.status} by <Name text={one.repo_full_name} /> (<Name text={one.why} />){' '}
          {one.status === 'proposed' && onAccept && (
            <Button
              label="Accept"
              small
              aria-label={`Accept the claim of ${one.repo_full_name.slice(0, 100)}`}
              onClick={() => onAccept(one.claim_id)}
            />
          )}
        </span>
      ))}
    </div>
  );
}

type StateRowProps = { state: State; mayChange: boolean; onAccept: OnAccept };

/** One state: its result, its repository, and the reason for that repository. */
export const StateRow = memo(function StateRow({ state, mayChange, onAccept }: StateRowProps) {
  const { key, analysed_at: at } = state;
  return (
    <article className={styles.row}>
      <div className={row.what}>
        <h2 className={row.name}>
          <Link to="/o/$org/incidents" from="/o/$org" search={{ state: key }}>
            <Name mono text={key} />
          </Link>
        </h2>
        <span className={styles.muted}>
          <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: state.analysis_id }} search={{ state: key }}>
            <Name text={resultText(state)} />
          </Link>{' '}
          · <When at={at} />
        </span>
      </div>
      <div>
        <Badge sign={STATE_STATUS_SIGNS[stateStatusOf(state)]} />
      </div>
      <Belongs state={state} onAccept={onAccept} />
      <div>
        {mayChange && (
          <Opener small label="Assign" aria-label={`Assign a repository to ${key.slice(0, 100)}`}>
            {(close) => <ChangeState state={state} onClose={close} />}
          </Opener>
        )}
      </div>
    </article>
  );
});
