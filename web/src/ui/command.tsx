import styles from './command.module.css';

/** What is never broken where there is room for it: after a dot or a slash a name goes on. */
const piecesOf = (word: string): string[] => word.split(/(?<=[./])/);

/** A command: words go to the next line whole, and one that is wider than the page is broken between the parts of its names. */
export function Command({ text }: { text: string }) {
  const pieces = (word: string) => {
    const parts = piecesOf(word);
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
    return parts.map((part, at) => <span key={at}>{part}</span>);
  };
  return text.split(' ').flatMap((word, at) => [
    ...(at === 0 ? [] : [' ']),
    // oxlint-disable-next-line react/no-array-index-key -- see above
    <span key={at} className={styles.word}>
      {pieces(word)}
    </span>,
  ]);
}
