import { useEffect, type ReactNode } from 'react';
import { Loading } from './notes.tsx';
import styles from './page.module.css';

type Props = {
  /** The heading, and what the tab and the history are called. */
  title: string;
  /** The heading where it is more than a text. */
  heading?: ReactNode;
  /** Where the page belongs: a link back. */
  above?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page: its heading first, then its sections. */
export function Page({ title, heading, above, about, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          {above !== undefined && <p className={styles.above}>{above}</p>}
          <h1>{heading ?? title}</h1>
          {about !== undefined && <p className={styles.about}>{about}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** In the place of a page that is being loaded. */
export function PagePending() {
  return (
    <div className={styles.page}>
      <Loading what="the page" height="60vh" />
    </div>
  );
}
