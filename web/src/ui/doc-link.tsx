import styles from './doc-link.module.css';

/** The path of a documentation page in the repository, optionally with the anchor of a heading. */
export type Doc = `docs/${string}`;

/** A link to the documentation of a page, served by this installation. */
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
