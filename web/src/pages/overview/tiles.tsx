import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { totalOf } from '../../api/severities.ts';
import { useFew } from '../../ui/button.tsx';
import { anyOf, Choice, Filters, SearchField } from '../../ui/field.tsx';
import { Icon } from '../../ui/badge.tsx';
import { capital, Name, When } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { coverageOf, STATE_STATUS_SIGNS, STATE_STATUSES, stateStatusOf } from './state-status.ts';
import styles from './overview.module.css';
import type { Overview, Tile } from './queries.ts';

const FEW = 60;

function StateTile({ tile }: { tile: Tile }) {
  const [tone, icon, word] = STATE_STATUS_SIGNS[stateStatusOf(tile)];
  const { seen, all, text } = coverageOf(tile);
  const open = totalOf(tile.open);
  return (
    <li className={`${styles.tile} ${styles[tone]}`}>
      <Link
        className={styles.cover}
        to="/o/$org/analyses/$id"
        from="/o/$org"
        params={{ id: tile.analysis_id }}
        search={{ state: tile.key }}
      >
        <Name mono line text={tile.key} />
      </Link>
      <span className={styles.standing}>
        <Icon name={icon} />
        {capital(word)}
        {open > 0 && `, ${open.toLocaleString('en')} open`}
      </span>
      <svg className={styles.seen} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className={styles.unseenBar} width="100" height="4" />
        <rect className={styles.seenBar} width={(100 * seen) / all} height="4" />
      </svg>
      <span className={styles.small}>
        <Name line text={text} />
      </span>
      <span className={styles.small}>
        <Name line text={tile.repo_full_name ?? 'no repository'} />
        <When at={tile.analysed_at} />
      </span>
    </li>
  );
}

/** The states, coloured by their worst open drift, with the share that was checked. */
export function Tiles({ states: { in_all: inAll, tiles, more } }: Pick<Overview, 'states'>) {
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState<(typeof STATE_STATUSES)[number] | ''>('');
  const fit = tiles.filter(
    (tile) =>
      `${tile.key} ${tile.repo_full_name ?? ''}`.toLowerCase().includes(text.toLowerCase()) &&
      (wanted === '' || stateStatusOf(tile) === wanted),
  );
  const [shown, rest] = useFew(fit, FEW);
  if (inAll === 0) return null;
  return (
    <Section title="States" about="Colour: worst open drift. Bar: share checked.">
      {tiles.length > 12 && (
        <Filters label="States">
          <SearchField label="Key or repository" value={text} onSearch={setText} />
          <Choice
            label="Worst drift"
            value={wanted}
            onChoose={setWanted}
            options={anyOf(STATE_STATUSES, (one) => STATE_STATUS_SIGNS[one][2])}
          />
        </Filters>
      )}
      {shown.length === 0 && <Empty title="No matching states">Remove a filter.</Empty>}
      <ul className={styles.tiles}>
        {shown.map((tile) => (
          <StateTile key={tile.key} tile={tile} />
        ))}
      </ul>
      <p className={styles.muted}>
        {rest}{' '}
        {more > 0 && (
          <>
            The {tiles.length} worst of {inAll.toLocaleString('en')} states.{' '}
            <Link to="/o/$org/repositories" from="/o/$org">
              View all
            </Link>{' '}
          </>
        )}
      </p>
    </Section>
  );
}
