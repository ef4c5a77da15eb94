import { Link, useSearch } from '@tanstack/react-router';
import { memo, useMemo, useState, type PointerEvent } from 'react';
import { useNarrow } from '../../api/search.ts';
import { Badge } from '../../ui/badge.tsx';
import { useFew } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { capital, many, Name, visible } from '../../ui/text.tsx';
import type { IncidentSearch } from '../incidents/queries.ts';
import { STATE_STATUS_SIGNS, statusOfCell } from './state-status.ts';
import { type Cell, MAP_KINDS, type MapKind, type Overview, type OverviewSearch, useDriftMap } from './queries.ts';
import styles from './picture.module.css';
import { divide, type Box } from './treemap.ts';
import { useWidth } from '../../ui/use-width.ts';

const FEW_CELLS = 8;
const HEADING_PX = 18;
const FEW_ROWS = 20;
const NOWHERE: Record<MapKind, string> = {
  repository: 'No repository',
  account: 'No account',
  region: 'No region',
  module: 'No module',
};

const placeText = ({ place }: Cell, by: MapKind) =>
  place === null ? NOWHERE[by] : place === '' ? 'Root module' : place;

/** The size of a cell: at least 1, so that a state without resources is visible. */
const sizeOf = ({ resources }: Cell) => Math.max(1, resources);

type Group = { place: string; cells: readonly Cell[] };
type Drawn = Box & { cell: Cell };

const totalOf = ({ cells }: Group) => cells.reduce((sum, cell) => sum + sizeOf(cell), 0);

/** The rectangles of groups and cells. The largest group comes first; within a group, the worst cell. */
function layOut(unordered: readonly Group[], by: MapKind, width: number, height: number) {
  // In another order small groups would become slivers.
  const groups = unordered.toSorted((a, b) => totalOf(b) - totalOf(a));
  const boxes = divide({ x: 0, y: 0, width, height }, groups.map(totalOf));
  const headings: (Box & { place: string })[] = [];
  const drawn: Drawn[] = [];
  for (const [n, { place, cells }] of groups.entries()) {
    const box = boxes[n];
    if (box === undefined) continue;
    const isNamed =
      groups.length > 1 && (cells.length > 1 || by !== 'module') && box.height > 2 * HEADING_PX && box.width > 40;
    if (isNamed) headings.push({ ...box, height: HEADING_PX, place });
    const top = isNamed ? HEADING_PX : 0;
    const inner = { x: box.x + 1, y: box.y + top, width: box.width - 2, height: box.height - top - 1 };
    for (const [index, one] of divide(inner, cells.map(sizeOf)).entries()) drawn.push({ ...one, cell: cells[index]! });
  }
  return { headings, drawn };
}

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

function CellLink({
  cell,
  by,
  ...rest
}: {
  cell: Cell;
  by: MapKind;
  className?: string | undefined;
  style?: object;
  tabIndex?: number;
}) {
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

const Cells = memo(function Cells({ drawn, by }: { drawn: readonly Drawn[]; by: MapKind }) {
  return drawn.map(({ cell, x, y, width, height }, index) => {
    const [tone, , word] = STATE_STATUS_SIGNS[statusOfCell(cell)];
    const isNamed = width > 70 && height > 22;
    return (
      <svg key={`${cell.state_key}\n${cell.place}`} x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)}>
        <rect
          className={`${styles.cell} ${styles[tone]}`}
          x="0.5"
          y="0.5"
          width={Math.max(0, width - 1)}
          height={Math.max(0, height - 1)}
          data-cell={index}
        />
        {isNamed && (
          <text className={`${styles.label} ${styles[tone]}`} x="5" y="15">
            {visible(shortName(cell, by, width))}
          </text>
        )}
        {isNamed && height > 36 && (
          <text className={`${styles.label} ${styles[tone]}`} x="5" y="31">
            {cell.open > 0 ? `${cell.open.toLocaleString('en')} open, ${word}` : word}
          </text>
        )}
      </svg>
    );
  });
});

const LETTER_PX = 7.2;

/** The part of a state key that fits into a cell: its end, which tells more than its beginning. */
function shortName({ state_key: key, place }: Cell, by: MapKind, width: number): string {
  const name =
    by === 'module' && place !== null
      ? place || 'root module'
      : key.replace(/\/?terraform\.tfstate$|\.tfstate$/, '') || key;
  const fit = Math.floor((width - 8) / LETTER_PX);
  return name.length <= fit ? name : `…${name.slice(1 - fit)}`;
}

/**
 * A treemap of all states, hidden from screen readers: the table below it has the same content, and links for the
 * keyboard.
 */
function Picture({ cells, by }: { cells: readonly Cell[]; by: MapKind }) {
  const [place, width] = useWidth();
  const [at, setAt] = useState<number>();
  const height = cells.length > FEW_CELLS ? 320 : 150;
  const { headings, drawn } = useMemo(() => {
    const groups = [...Map.groupBy(cells, (cell) => placeText(cell, by))].map(([of, own]) => ({
      place: of,
      cells: own,
    }));
    return layOut(groups, by, width, height);
  }, [cells, by, width, height]);
  const shown = at === undefined ? undefined : drawn[at];
  const point = ({ target }: PointerEvent) => {
    const index = (target as Element).getAttribute('data-cell');
    if (index !== null) setAt(Number(index));
  };
  return (
    <>
      <div
        ref={place}
        className={styles.place}
        aria-hidden="true"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg className={styles.picture} width={width} height={height} focusable="false">
          {headings.map((one) => (
            <svg key={one.place} x={one.x} y={one.y} width={one.width} height={one.height}>
              <text className={styles.heading} x="3" y="13">
                {visible(one.place.replace(/^module\./, ''))}
              </text>
            </svg>
          ))}
          <Cells drawn={drawn} by={by} />
        </svg>
        {shown && (
          <CellLink
            cell={shown.cell}
            by={by}
            className={styles.pointed}
            tabIndex={-1}
            style={{ left: shown.x, top: shown.y, width: shown.width, height: shown.height }}
          />
        )}
      </div>
      <p className={styles.pointedText} aria-hidden="true">
        {shown ? (
          <>
            <Name mono text={shown.cell.state_key} /> <Name before="· " text={placeText(shown.cell, by)} />{' '}
            {['', openText(shown.cell), checkedText(shown.cell)].filter((one, n) => n === 0 || one !== '').join(' · ')}
          </>
        ) : (
          'Colour: worst open drift. Grey: not checked, or only in part. Size: resources.'
        )}
      </p>
    </>
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
