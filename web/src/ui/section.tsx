import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** A part of a page with its heading. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}
