import { type ReactNode, useEffect, useId } from 'react';
import { Loading } from './notes.tsx';
import styles from './page.module.css';
import sectionStyles from './section.module.css';
import factStyles from './facts.module.css';
import figureStyles from './figures.module.css';

type PageProps = {
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
export function Page({ title, heading, above, about, actions, children }: PageProps) {
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
    <section className={sectionStyles.section} aria-labelledby={id}>
      <div className={sectionStyles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {about !== undefined && <p className={sectionStyles.about}>{about}</p>}
      {children}
    </section>
  );
}

/** What is known of one thing: names and values, beside each other where there is room. Values that are undefined are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={factStyles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Figures side by side, each with what it counts. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={figureStyles.figures}>{children}</dl>;
}

/** One of them, with what else is to be said of it below. */
export function Figure({ label, value, about }: { label: string; value: ReactNode; about?: ReactNode }) {
  return (
    <div className={figureStyles.figure}>
      <dt>{label}</dt>
      <dd className={figureStyles.value}>{value}</dd>
      {about !== undefined && <dd className={figureStyles.about}>{about}</dd>}
    </div>
  );
}

/** How far something is. Its number is told in words beside it. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <progress
      className={figureStyles.progress}
      value={total === 0 ? 0 : done}
      max={Math.max(1, total)}
      aria-label={label}
    />
  );
}
