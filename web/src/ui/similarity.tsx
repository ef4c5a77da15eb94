import styles from './similarity.module.css';

/** Where the words begin (docs/memory.md). */
const STRONG = 0.4;
const POSSIBLE = 0.25;

export const isPossible = (similarity: number): boolean => similarity >= POSSIBLE;

const wordFor = (similarity: number) =>
  similarity >= STRONG ? 'strong match' : isPossible(similarity) ? 'possible match' : 'not similar';

/** With two digits, and without the sign that a zero may have. */
const numberFor = (similarity: number) => (Math.round(similarity * 100) / 100 || 0).toFixed(2);

/** The similarity of two texts: a bar, the number, and what the number means. */
export function Similarity({ value }: { value: number }) {
  const shown = Math.max(0, Math.min(1, value));
  return (
    <span className={styles.similarity}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className={styles.ground} width="100" height="8" rx="2" />
        <rect className={value >= STRONG ? styles.strong : styles.other} width={shown * 100} height="8" rx="2" />
      </svg>
      <span className={styles.number}>{numberFor(value)}</span>
      <span>{wordFor(value)}</span>
    </span>
  );
}
