import styles from './doc-link.module.css';

/** A page of the documentation, as it is called in the repository; with the heading that is meant. */
export type Doc = `docs/${string}`;

/** Leads to the documentation of a page, as this installation serves it. */
export function DocLink({ doc, about }: { doc: Doc; about: string }) {
  return (
    <a
      className={styles.link}
      href={`/${doc.replace('.md', '')}`}
      target="_blank"
      rel="noreferrer"
      title={`Documentation: ${about}`}
    >
      <span aria-hidden="true">?</span>
      <span className="said-only">Documentation: {about} (opens in a new tab)</span>
    </a>
  );
}
