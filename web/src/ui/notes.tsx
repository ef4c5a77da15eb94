import type { ReactNode } from 'react';
import { Problem, wordsOf } from '../api/problem.ts';
import { Button } from './button.tsx';
import styles from './notes.module.css';

/** Something did not work: what, what to do, and the id that the server's log has it under. @param retry asks anew what the page asks for */
export function ProblemNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const known = error instanceof Problem ? error : undefined;
  return (
    <div className={styles.problem} role="alert">
      <p>
        {known ? wordsOf(known, retry !== undefined) : 'This page failed. Reload it; if that does not help, report it.'}
      </p>
      {known?.requestId !== undefined && <p className={styles.small}>Request {known.requestId}</p>}
      {retry && (
        <Button small onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Something that should be known, and is no failure. */
export function Note({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}

/** Where nothing is: why, and what to do next. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** The place of what is still on its way, as large as it will be, so that nothing jumps. */
export function Skeleton({ height, width = '100%' }: { height: string; width?: string }) {
  return <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />;
}

/** A place for what is asked for: says so to those who listen. */
export function Loading({ what, height = '8rem' }: { what: string; height?: string }) {
  return (
    <div role="status">
      <span className="said-only">Loading {what}</span>
      <Skeleton height={height} />
    </div>
  );
}
