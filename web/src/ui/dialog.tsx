import { Dialog as Base } from '@base-ui/react/dialog';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { ProblemNote } from './notes.tsx';

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** Something that has to be seen through or left before the page goes on. Escape leaves it; the focus returns to where it was. */
export function Dialog({ title, open, onClose, children }: Props) {
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

type ConfirmProps = Omit<Props, 'children'> & {
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
