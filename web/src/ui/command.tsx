import styles from './command.module.css';

/** The parts of a word that are never broken if they fit: a line break is allowed after a dot or a slash. */
const piecesOf = (word: string): string[] => word.split(/(?<=[./])/);

/** A command. Lines break between words; a word that is wider than the page breaks between the parts of its names. */
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
