import { useCallback, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './selection.module.css';
import { many } from './text.tsx';

/** The selected rows of a list, by their ids. `idOf` is a function that does not change. */
export function useSelection<Row>(idOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const toggle = useCallback(
    (row: Row) =>
      setChosen((before) => {
        const after = new Map(before);
        if (!after.delete(idOf(row))) after.set(idOf(row), row);
        return after;
      }),
    [idOf],
  );
  const choose = (rows: readonly Row[]) => setChosen(new Map(rows.map((one) => [idOf(one), one])));
  return { chosen, toggle, choose };
}

type Props<Row> = {
  /** The noun for a row: `finding`. */
  what: string;
  chosen: ReadonlyMap<string, Row>;
  /** All rows that are loaded. */
  shown: readonly Row[];
  onChoose: (rows: readonly Row[]) => void;
  /** The actions on the selected rows. */
  children: ReactNode;
};

/** Actions on all selected rows, at the bottom of the window. */
export function Selection<Row>({ what, chosen, shown, onChoose, children }: Props<Row>) {
  if (chosen.size === 0) return null;
  return (
    <div className={styles.chosen} role="region" aria-label={`Selected ${what}s`}>
      <strong role="status">{many(chosen.size, what)} selected</strong>
      {children}
      {shown.length > chosen.size && (
        <Button
          label={`Select all ${shown.length.toLocaleString('en')} loaded`}
          small
          onClick={() => onChoose(shown)}
        />
      )}
      <Button label="Clear" small look="quiet" onClick={() => onChoose([])} />
    </div>
  );
}
