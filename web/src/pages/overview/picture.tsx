import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNarrow } from '../../api/search.ts';
import { Badge } from '../../ui/badge.tsx';
import { useFew } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { capital, many, Name } from '../../ui/text.tsx';
import { type CellLinkProps, Treemap } from '../../ui/treemap.tsx';
import type { IncidentSearch } from '../incidents/queries.ts';
import { STATE_STATUS_SIGNS, statusOfCell } from './state-status.ts';
import { type Cell, MAP_KINDS, type MapKind, type Overview, type OverviewSearch, useDriftMap } from './queries.ts';
import styles from './overview.module.css';

const FEW_ROWS = 20;
const NOWHERE: Record<MapKind, string> = {
  repository: 'No repository',
  account: 'No account',
  region: 'No region',
  module: 'No module',
};

const placeText = ({ place }: Cell, by: MapKind) =>
  place === null ? NOWHERE[by] : place === '' ? 'Root module' : place;

const openText = ({ open, severity }: Cell) =>
  open > 0 ? `${open.toLocaleString('en')} open, ${severity} at worst` : '';

/** `38 of 40 checked`, or `not read`. */
function checkedText({ resources, not_checked: unseen, status }: Cell): string {
  if (status === 'unreadable') return 'not read';
  if (resources === 0) return 'no resources';
  const all = resources.toLocaleString('en');
  return unseen === 0 ? `all ${all} checked` : `${(resources - unseen).toLocaleString('en')} of ${all} checked`;
}

/**
 * The filter for the incidents of a cell. A cell without open incidents links to its unchecked resources instead, or to
 * the whole analysis if there are none.
 */
const incidentsOf = ({ state_key: state, place }: Cell, by: MapKind): IncidentSearch => ({
  state,
  ...(by === 'module' && place !== null && place !== '' && { q: place }),
});

function CellLink({ cell, by, ...rest }: { cell: Cell; by: MapKind } & CellLinkProps) {
  const name = <Name mono line text={cell.state_key} />;
  if (cell.open > 0)
    return (
      <Link {...rest} to="/o/$org/incidents" from="/o/$org" search={incidentsOf(cell, by)}>
        {name}
      </Link>
    );
  const search = { state: cell.state_key, ...(cell.not_checked > 0 && { view: 'coverage' as const }) };
  return (
    <Link {...rest} to="/o/$org/analyses/$id" from="/o/$org" params={{ id: cell.analysis_id }} search={search}>
      {name}
    </Link>
  );
}

/** The name of a cell in the picture: of its module, or of its state without what all keys end with. */
const nameOf = ({ state_key: key, place }: Cell, by: MapKind): string =>
  by === 'module' && place !== null
    ? place || 'root module'
    : key.replace(/\/?terraform\.tfstate$|\.tfstate$/, '') || key;

function drawnOf(cell: Cell, by: MapKind) {
  const sign = STATE_STATUS_SIGNS[statusOfCell(cell)];
  const [, , word] = sign;
  return {
    id: `${cell.state_key}\n${cell.place}`,
    group: placeText(cell, by).replace(/^module\./, ''),
    size: cell.resources,
    sign,
    name: nameOf(cell, by),
    note: cell.open > 0 ? `${cell.open.toLocaleString('en')} open, ${word}` : word,
    cell,
  };
}

function Picture({ cells, by }: { cells: readonly Cell[]; by: MapKind }) {
  const drawn = useMemo(() => cells.map((cell) => drawnOf(cell, by)), [cells, by]);
  return (
    <Treemap
      cells={drawn}
      areLoneNamed={by !== 'module'}
      legend="Colour: worst open drift. Grey: not checked, or only in part. Size: resources."
      about={({ cell }) => (
        <>
          <Name mono text={cell.state_key} /> ·{' '}
          {[openText(cell), checkedText(cell)].filter((one) => one !== '').join(' · ')}
        </>
      )}
      link={({ cell }, rest) => <CellLink cell={cell} by={by} {...rest} />}
    />
  );
}

function CellTable({ cells, by }: { cells: readonly Cell[]; by: MapKind }) {
  const [shown, more] = useFew(cells, FEW_ROWS);
  return (
    <details>
      <summary>Table</summary>
      <Table
        caption="States, the worst first"
        rows={shown}
        keyOf={(cell) => `${cell.state_key}\n${cell.place}`}
        columns={[
          { head: 'State', cell: (cell) => <CellLink cell={cell} by={by} /> },
          { head: capital(by), cell: (cell) => <Name text={placeText(cell, by)} /> },
          { head: 'Worst', cell: (cell) => <Badge sign={STATE_STATUS_SIGNS[statusOfCell(cell)]} /> },
          { head: 'Open', number: true, cell: ({ open }) => open.toLocaleString('en') },
          { head: 'Checked', cell: checkedText },
        ]}
      />
      {more}
    </details>
  );
}

/** The states of an organization as a treemap, grouped as the reader chooses. */
export function States({ overview: { states, last_analysis: last } }: { overview: Overview }) {
  const { by = states.in_all === 1 ? 'module' : 'repository' } = useSearch({ from: '/signed-in/o/$org/' });
  const narrow = useNarrow<OverviewSearch>({ resetScroll: false });
  const query = useDriftMap(by, last?.finished_at);
  return (
    <Section
      title={many(states.in_all, 'state')}
      actions={
        <div className={styles.by}>
          <Choice
            label="By"
            value={by}
            onChoose={(chosen) => narrow({ by: chosen })}
            options={MAP_KINDS.map((one) => [one, capital(one)] as const)}
          />
        </div>
      }
    >
      <Asked query={query} what="the states" height="20rem">
        {({ cells, more }) => (
          <>
            <Picture cells={cells} by={by} />
            {more.cells > 0 && (
              <p className={styles.muted}>
                The {cells.length.toLocaleString('en')} worst parts; {more.cells.toLocaleString('en')} more have{' '}
                {many(more.resources, 'resource')}.
              </p>
            )}
            <CellTable cells={cells} by={by} />
          </>
        )}
      </Asked>
    </Section>
  );
}
