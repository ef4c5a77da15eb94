import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import styles from './copy.module.css';
import { Dialog, DialogActions } from './dialog.tsx';
import { Note } from './notes.tsx';

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
      <div className={styles.secret} role="group" aria-label={label}>
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
