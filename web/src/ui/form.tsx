import { Dialog as Base } from '@base-ui/react/dialog';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Note, ProblemNote } from './notes.tsx';
import { isAt, Problem } from '../api/problem.ts';
import formStyles from './form.module.css';
import { CopyButton } from './copy.tsx';
import onceStyles from './copy.module.css';

type DialogProps = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** Something that has to be seen through or left before the page goes on. Escape leaves it; the focus returns to where it was. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.back} />
        <Base.Popup className={styles.dialog}>
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Below a dialog's content: what to do, and the way out. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** How a change stands: a mutation. */
export type Change = Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'isSuccess' | 'error'>;

type ConfirmProps = Omit<DialogProps, 'children'> & {
  /** What will happen, and whether it can be taken back. */
  children: ReactNode;
  /** What is done: `Revoke the key`. */
  action: string;
  change: Change;
  onConfirm: () => void;
};

/** Asks once before something that cannot be taken back. */
export function Confirm({ children, action, change, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog}>
      <div>{children}</div>
      {change.error !== null && <ProblemNote error={change.error} />}
      <DialogActions>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button look="danger" busy={change.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type FormProps = {
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
export function Form({ action, onSubmit, change, fields = [], done, unavailable, beside, children }: FormProps) {
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
    <form className={formStyles.form} onSubmit={submit}>
      {children}
      {error !== null && !isSaid && (
        <>
          <ProblemNote error={error} />
          {apart.length > 0 && (
            <ul className={formStyles.wrong}>
              {apart.map(({ path, message }) => (
                <li key={path}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <div className={formStyles.actions}>
        <Button type="submit" look="main" busy={busy} unavailable={unavailable}>
          {action}
        </Button>
        {beside}
        <span role="status" className={formStyles.done}>
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
}: Omit<FormProps, 'beside' | 'done'> & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form {...form} beside={<Button onClick={onClose}>Cancel</Button>} />
    </Dialog>
  );
}

/** Fields beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={formStyles.fields}>{children}</div>;
}

/** A secret that was made just now: it is in this dialog and nowhere else, and is gone with it. */
export function ShownOnce({
  title,
  secret,
  label,
  children,
  onClose,
}: {
  title: string;
  secret: string | undefined;
  label: string;
  children: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} open={secret !== undefined} onClose={onClose}>
      <Note>Copy it now: it is not shown again.</Note>
      <div className={onceStyles.secret} role="group" aria-label={label}>
        <code>{secret}</code>
        <CopyButton text={secret ?? ''} />
      </div>
      <p>{children}</p>
      <DialogActions>
        <Button look="main" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * What is typed in a form over what is saved. Fields that nobody touches follow the server, and whoever sends only what was
 * typed leaves the others as somebody else may have made them meanwhile.
 */
export function useTyped<T extends object>(saved: T) {
  const [typed, setTyped] = useState<Partial<T>>({});
  return {
    values: { ...saved, ...typed },
    typed,
    type: (more: Partial<T>) => setTyped({ ...typed, ...more }),
    /** For when it is saved: the server's word counts again, but for what was typed while it was asked. */
    forget: () => setTyped((now) => (now === typed ? {} : now)),
  };
}
