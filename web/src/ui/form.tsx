import type { FormEvent, ReactNode } from 'react';
import { isAt, Problem } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Dialog, type Change } from './dialog.tsx';
import styles from './form.module.css';
import { ProblemNote } from './notes.tsx';

type Props = {
  /** What is done: `Save`. */
  action: string;
  onSubmit: () => void;
  /** What submitting begins, and what became of it. */
  change: Change;
  /** The fields of the body that have a place in the form, by JSON pointer: what is wrong with them is said there. */
  fields?: readonly string[];
  /** Said when it has worked. */
  done?: string | undefined;
  unavailable?: string | undefined;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Something to fill in and send. What was typed stays where the server refuses it. */
export function Form({ action, onSubmit, change, fields = [], done, unavailable, beside, children }: Props) {
  const { isPending: busy, isSuccess, error } = change;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && unavailable === undefined) onSubmit();
  }
  const wrong = error instanceof Problem ? error.fields : [];
  // What has no place of its own in the form is said below it.
  const apart = wrong.filter((one) => !fields.some((field) => isAt(field, one)));
  const isSaid = wrong.length > 0 && apart.length === 0;
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      {error !== null && !isSaid && (
        <>
          <ProblemNote error={error} />
          {apart.length > 0 && (
            <ul className={styles.wrong}>
              {apart.map(({ path, message }) => (
                <li key={path}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="main" busy={busy} unavailable={unavailable}>
          {action}
        </Button>
        {beside}
        <span role="status" className={styles.done}>
          {isSuccess && done}
        </span>
      </div>
    </form>
  );
}

/** Something to fill in that is left by Escape, or by the way out beside its button. */
export function FormDialog({
  title,
  onClose,
  ...form
}: Omit<Props, 'beside' | 'done'> & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form {...form} beside={<Button onClick={onClose}>Cancel</Button>} />
    </Dialog>
  );
}

/** Fields beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
