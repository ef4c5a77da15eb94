import { useId, type ComponentProps, type ReactNode } from 'react';
import { isAt, Problem } from '../api/problem.ts';
import styles from './field.module.css';

type Common = {
  label: string;
  help?: ReactNode;
  /** What does not fit, in words. */
  wrong?: string | undefined;
};

/** What the server said of one field of a body, by its JSON pointer: what does not fit, or undefined. */
export const wrongAt = (error: unknown, path: string): string | undefined =>
  error instanceof Problem ? error.fields.find((field) => isAt(path, field))?.message : undefined;

/** What was typed of something that may be left out. */
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

/** A line of text to type. */
export function TextField({ label, help, wrong, ...rest }: Common & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Around label={label} help={help} wrong={wrong}>
      {(wires) => <input type="text" autoComplete="off" spellCheck={false} {...rest} {...wires} />}
    </Around>
  );
}

/** Several lines of text to type. */
export function TextArea({ label, help, wrong, ...rest }: Common & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Around label={label} help={help} wrong={wrong}>
      {(wires) => <textarea rows={4} spellCheck={false} {...rest} {...wires} />}
    </Around>
  );
}

/** One of a few: the browser's own, which every keyboard, phone and screen reader knows. */
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

/** Yes or no. */
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
