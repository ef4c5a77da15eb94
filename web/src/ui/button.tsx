import { startTransition, useId, useState, type ComponentProps, type ReactNode } from 'react';
import styles from './button.module.css';

export type Look = 'plain' | 'main' | 'danger' | 'quiet';

type Props = Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'children'> & {
  label: ReactNode;
  look?: Look;
  small?: boolean;
  /** The action is running: until its end the button ignores clicks, and keeps the focus. */
  busy?: boolean;
  /** The reason why the button is disabled, as a sentence that it shows: a missing scope, a step to do first. */
  unavailable?: string | undefined;
};

export const buttonClass = (look: Look = 'plain', small = false): string =>
  [styles.button, look !== 'plain' && styles[look], small && styles.small].filter(Boolean).join(' ');

/** A button. A disabled button stays reachable by keyboard, and shows the reason. */
export function Button({ look, small, busy = false, unavailable, onClick, label, type = 'button', ...rest }: Props) {
  const why = useId();
  const off = busy || unavailable !== undefined;
  return (
    <>
      <button
        {...rest}
        type={off && type === 'submit' ? 'button' : type}
        className={buttonClass(look, small)}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        aria-describedby={unavailable === undefined ? rest['aria-describedby'] : why}
        onClick={off ? undefined : onClick}
      >
        {label}
      </button>
      {unavailable !== undefined && (
        <span id={why} className={styles.note}>
          {unavailable}
        </span>
      )}
    </>
  );
}

/** The first `few` of a list, and a button that shows the rest. */
export function useFew<One>(all: readonly One[], few: number): [shown: readonly One[], more: ReactNode] {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || all.length <= few) return [all, null];
  const more = (
    <Button
      label={`Show ${(all.length - few).toLocaleString('en')} more`}
      small
      onClick={() => startTransition(() => setWhole(true))}
    />
  );
  return [all.slice(0, few), more];
}
