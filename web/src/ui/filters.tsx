import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** What a list is narrowed by: fields beside each other, as many as there is room for. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="search" aria-label={label} className={styles.filters}>
      {children}
    </div>
  );
}
