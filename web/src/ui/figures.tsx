import type { ReactNode } from 'react';
import styles from './figures.module.css';

/** Figures side by side, each with what it counts. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

/** One of them, with what else is to be said of it below. */
export function Figure({ label, value, about }: { label: string; value: ReactNode; about?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {about !== undefined && <dd className={styles.about}>{about}</dd>}
    </div>
  );
}

/** How far something is. Its number is told in words beside it. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <progress className={styles.progress} value={total === 0 ? 0 : done} max={Math.max(1, total)} aria-label={label} />
  );
}
