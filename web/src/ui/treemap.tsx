import { memo, useMemo, useState, type PointerEvent, type ReactNode } from 'react';
import type { Sign } from './badge.tsx';
import { Name, visible } from './text.tsx';
import { divide, type Box } from './treemap-boxes.ts';
import styles from './treemap.module.css';
import { useWidth } from './use-width.ts';

export type TreemapCell = {
  id: string;
  group: string;
  /** Its share of the picture; a cell is drawn as 1 at least, so that it is visible. */
  size: number;
  sign: Sign;
  name: string;
  /** A second line, where there is room for it. */
  note: string;
};

/** Props of the link over the cell under the pointer. */
export type CellLinkProps = { className?: string | undefined; style?: object; tabIndex?: number };

type Props<Cell extends TreemapCell> = {
  /** In each group the most important cell comes first. */
  cells: readonly Cell[];
  /** Whether a group of a single cell has a heading. */
  areLoneNamed?: boolean;
  /** The meaning of colours and sizes. */
  legend: string;
  /** The text below the picture about the cell under the pointer. */
  about: (cell: Cell) => ReactNode;
  link: (cell: Cell, props: CellLinkProps) => ReactNode;
};

const FEW_CELLS = 8;
const HEADING_PX = 18;
const LETTER_PX = 7.2;

const sizeOf = ({ size }: TreemapCell) => Math.max(1, size);

type Group<Cell> = { name: string; cells: readonly Cell[] };
type Drawn<Cell> = Box & { cell: Cell };

const totalOf = ({ cells }: Group<TreemapCell>) => cells.reduce((sum, cell) => sum + sizeOf(cell), 0);

/** The rectangles of groups and cells. The largest group comes first. */
function layOut<Cell extends TreemapCell>(
  cells: readonly Cell[],
  areLoneNamed: boolean,
  width: number,
  height: number,
) {
  const unordered = [...Map.groupBy(cells, ({ group }) => group)].map(([name, own]) => ({ name, cells: own }));
  // In another order small groups would become slivers.
  const groups = unordered.toSorted((a, b) => totalOf(b) - totalOf(a));
  const boxes = divide({ x: 0, y: 0, width, height }, groups.map(totalOf));
  const headings: (Box & { name: string })[] = [];
  const drawn: Drawn<Cell>[] = [];
  for (const [n, { name, cells: own }] of groups.entries()) {
    const box = boxes[n];
    if (box === undefined) continue;
    const isNamed =
      groups.length > 1 && (own.length > 1 || areLoneNamed) && box.height > 2 * HEADING_PX && box.width > 40;
    if (isNamed) headings.push({ ...box, height: HEADING_PX, name });
    const top = isNamed ? HEADING_PX : 0;
    const inner = { x: box.x + 1, y: box.y + top, width: box.width - 2, height: box.height - top - 1 };
    for (const [index, one] of divide(inner, own.map(sizeOf)).entries()) drawn.push({ ...one, cell: own[index]! });
  }
  return { headings, drawn };
}

/** The part of a name that fits into a cell: its end, which tells more than its beginning. */
function shortName(name: string, width: number): string {
  const fit = Math.floor((width - 8) / LETTER_PX);
  return name.length <= fit ? name : `…${name.slice(1 - fit)}`;
}

const Cells = memo(function Cells({ drawn }: { drawn: readonly Drawn<TreemapCell>[] }) {
  return drawn.map(({ cell, x, y, width, height }, index) => {
    const [tone] = cell.sign;
    const isNamed = width > 70 && height > 22;
    return (
      <svg key={cell.id} x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)}>
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
            {visible(shortName(cell.name, width))}
          </text>
        )}
        {isNamed && height > 36 && (
          <text className={`${styles.label} ${styles[tone]}`} x="5" y="31">
            {cell.note}
          </text>
        )}
      </svg>
    );
  });
});

/**
 * A treemap, hidden from screen readers: a page shows a table with the same content, and links for the keyboard, below
 * it.
 */
export function Treemap<Cell extends TreemapCell>({ cells, areLoneNamed = true, legend, about, link }: Props<Cell>) {
  const [place, width] = useWidth();
  const [at, setAt] = useState<number>();
  const height = cells.length > FEW_CELLS ? 320 : 150;
  const { headings, drawn } = useMemo(
    () => layOut(cells, areLoneNamed, width, height),
    [cells, areLoneNamed, width, height],
  );
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
            <svg key={one.name} x={one.x} y={one.y} width={one.width} height={one.height}>
              <text className={styles.heading} x="3" y="13">
                {visible(one.name)}
              </text>
            </svg>
          ))}
          <Cells drawn={drawn} />
        </svg>
        {shown &&
          link(shown.cell, {
            className: styles.pointed,
            tabIndex: -1,
            style: { left: shown.x, top: shown.y, width: shown.width, height: shown.height },
          })}
      </div>
      <p className={styles.pointedText} aria-hidden="true">
        {shown ? (
          <>
            {about(shown.cell)} <Name before="· " text={shown.cell.group} />
          </>
        ) : (
          legend
        )}
      </p>
    </>
  );
}
