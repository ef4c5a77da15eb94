import { type ReactNode, useEffect, useId } from 'react';
import { type Doc, DocLink } from './doc-link.tsx';
import { Loading } from './notes.tsx';
import styles from './page.module.css';
import sectionStyles from './section.module.css';
import factStyles from './facts.module.css';
import figureStyles from './figures.module.css';

type PageProps = {
  /** The heading, also the title of the tab and of the history entry. */
  title: string;
  /** The heading if it is more than text. */
  heading?: ReactNode;
  /** A link to the parent page. */
  above?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  /** The documentation of the page; only pages of errors have none. */
  doc?: Doc;
  children: ReactNode;
};

/** A page: its heading first, then its sections. */
export function Page({ title, heading, above, about, actions, doc, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          {above !== undefined && <p className={styles.above}>{above}</p>}
          <div className={styles.heading}>
            <h1>{heading ?? title}</h1>
            {doc !== undefined && <DocLink doc={doc} about={title} />}
          </div>
          {about !== undefined && <p className={styles.about}>{about}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** While a page loads. */
export function PagePending() {
  return (
    <div className={styles.page}>
      <Loading what="the page" height="60vh" />
    </div>
  );
}

type SectionProps = {
  title: string;
  /** Whether it is the main section of its page, with a larger heading. */ large?: boolean;
  about?: ReactNode | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

export function Section({ title, large = false, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={sectionStyles.section} aria-labelledby={id}>
      <div className={sectionStyles.head}>
        <h2 id={id} className={large ? sectionStyles.large : undefined}>
          {title}
        </h2>
        {actions}
      </div>
      {about !== undefined && <p className={sectionStyles.about}>{about}</p>}
      {children}
    </section>
  );
}

/** A list of names and values. Names without a value are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={factStyles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={figureStyles.figures}>{children}</dl>;
}

/** One figure, with a note below. */
export function Figure({ label, value, about }: { label: string; value: ReactNode; about?: ReactNode }) {
  return (
    <div className={figureStyles.figure}>
      <dt>{label}</dt>
      <dd className={figureStyles.value}>{value}</dd>
      {about !== undefined && <dd className={figureStyles.about}>{about}</dd>}
    </div>
  );
}

/** A progress bar. The text beside it contains the number. */
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
