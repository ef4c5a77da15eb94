import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { SeverityCounts } from '../../ui/severity-counts.tsx';
import { many } from '../../ui/words.ts';
import { followingText } from '../analyses/words.ts';
import styles from './analysis.module.css';
import type { Groups, ViewProps } from './queries.ts';
import { ROOT } from './search.ts';

/** Groups that stand there at first. */
const FEW = 40;

type Props = Pick<ViewProps, 'search' | 'onChange'> & { groups: Groups };

/** Findings by state and module, those with the worst first: choosing one shows its findings alone. */
export function GroupList({ groups, search, onChange }: Props) {
  const [all, setAll] = useState(false);
  const chosen = search.state !== undefined || search.module !== undefined;
  const shown = all ? groups.groups : groups.groups.slice(0, FEW);
  return (
    <nav aria-label="Findings by state and module" className={styles.groups}>
      {chosen && (
        <Button small onClick={() => onChange({ state: undefined, module: undefined })}>
          Show all states and modules
        </Button>
      )}
      <ul className={styles.plain}>
        {shown.map(({ state_key: state, module, following, severities }) => {
          const name = module === '' ? ROOT : module;
          const isChosen = search.state === state && search.module === name;
          return (
            <li key={`${state}\n${module}`}>
              <button
                type="button"
                className={styles.group}
                aria-pressed={isChosen}
                onClick={() => onChange(isChosen ? { state: undefined, module: undefined } : { state, module: name })}
              >
                <Name mono line>
                  {state}
                </Name>
                <span className={styles.muted}>{module === '' ? 'root module' : <Name mono>{module}</Name>}</span>
                <SeverityCounts counts={severities} following={following} />
                <span className={styles.muted}>{followingText(following)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {!all && groups.groups.length > FEW && (
        <Button small onClick={() => setAll(true)}>
          Show {groups.groups.length - FEW} more
        </Button>
      )}
      {groups.more > 0 && <p className={styles.muted}>And {many(groups.more, 'group')} more: search for the rest.</p>}
    </nav>
  );
}
