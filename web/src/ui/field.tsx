import { useSearch } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { isAt, Problem } from '../api/problem.ts';
import { isNarrowed } from '../api/search.ts';
import { Button } from './button.tsx';
import styles from './field.module.css';
import filterStyles from './filters.module.css';
import { Name } from './text.tsx';
import { useIsWide } from './wide.ts';

type Common = {
  label: string;
  help?: ReactNode;
  wrong?: string | undefined;
};

/** The server's message about one field of a body, by its JSON pointer. */
export const wrongAt = (error: unknown, path: string): string | undefined =>
  error instanceof Problem ? error.fields.find((field) => isAt(path, field))?.message : undefined;

/** The trimmed text; null if it is blank. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

type Wires = {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
  className: string | undefined;
};

function Around({ label, help, wrong, children }: Common & { children: (wires: Wires) => ReactNode }) {
  const id = useId();
  const wires = {
    id,
    'aria-describedby': `${id}-help ${id}-wrong`,
    'aria-invalid': wrong === undefined ? undefined : (true as const),
    className: styles.input,
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(wires)}
      <span id={`${id}-help`} className={styles.help}>
        {help}
      </span>
      <span id={`${id}-wrong`} className={styles.wrong} aria-live="polite">
        {wrong}
      </span>
    </div>
  );
}

export function TextField({ label, help, wrong, ...rest }: Common & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Around label={label} help={help} wrong={wrong}>
      {(wires) => <input type="text" autoComplete="off" spellCheck={false} {...rest} {...wires} />}
    </Around>
  );
}

export function TextArea({ label, help, wrong, ...rest }: Common & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Around label={label} help={help} wrong={wrong}>
      {(wires) => <textarea rows={4} spellCheck={false} {...rest} {...wires} />}
    </Around>
  );
}

/** A choice of a few options: the native `select`, which every keyboard, phone and screen reader supports. */
export function Choice<Value extends string>({
  label,
  help,
  wrong,
  value,
  options,
  onChoose,
  ...rest
}: Common &
  Omit<ComponentProps<'select'>, 'className' | 'children' | 'value' | 'onChange'> & {
    value: Value;
    options: readonly (readonly [value: Value, text: string])[];
    onChoose: (value: Value) => void;
  }) {
  return (
    <Around label={label} help={help} wrong={wrong}>
      {(wires) => (
        <select {...rest} {...wires} value={value} onChange={({ target }) => onChoose(target.value as Value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Around>
  );
}

export function Check({
  label,
  help,
  ...rest
}: Omit<Common, 'wrong'> & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input type="checkbox" id={id} aria-describedby={`${id}-help`} {...rest} />
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <span id={`${id}-help`} className={styles.help}>
          {help}
        </span>
      </div>
    </div>
  );
}

type SearchProps = {
  label: string;
  /** The current search text in the URL. */
  value: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 250;

/** A search field. It searches after a pause in typing, so that not every letter causes a request. */
export function SearchField({ label, value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // The URL changed, and not by typing in this field.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      search(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return (
    <TextField
      type="search"
      label={label}
      maxLength={1000}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

type ChipProps = { value: string | undefined; onRemove: () => void; word?: string; children?: ReactNode };

/**
 * A button that shows and removes a filter that has no field, if it is set: a word with its value, or with `children`.
 */
export function Chip({ value, onRemove, word, children }: ChipProps) {
  if (value === undefined) return null;
  const label = (
    <>
      {word} {children ?? <Name mono text={value} />} ✕
    </>
  );
  return <Button label={label} small onClick={onRemove} />;
}

/** The options of a filter: "Any", and one for each value. */
export const anyOf = <const Value extends string>(
  values: readonly Value[],
  wordOf: (value: Value) => string = String,
) => [['', 'Any'], ...values.map((value) => [value, wordOf(value)] as const)] as const;

/** The options of a filter, including the value in the URL even if it is unknown. */
export const among = (all: readonly string[] = [], chosen: string | undefined) =>
  anyOf(chosen === undefined || all.includes(chosen) ? all : [chosen, ...all]);

/** The filters of a list. On a narrow page they are collapsed, so that the list comes first, unless a filter is set. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  const isWide = useIsWide(640);
  const search = useSearch({ strict: false });
  const [isSet] = useState(() => isNarrowed(search, 'view', 'sort'));
  return (
    <div role="search" aria-label={label}>
      <details key={String(isWide)} open={isWide || isSet}>
        <summary hidden={isWide} className={filterStyles.fold}>
          Filters
        </summary>
        <div className={filterStyles.filters}>{children}</div>
      </details>
    </div>
  );
}
