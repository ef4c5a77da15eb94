import styles from './summary.module.css';

/** A line that is to be run as it is; where there are several states, after the one whose directory it is for. */
const COMMAND = /^ +(?<where>\(.*?\) )?(?<command>terraform .*)$/;
const ENTRY = /^- /;
const STEP = /^\d+\. /;

const lookOf = (text: string) => (ENTRY.test(text) ? styles.entry : STEP.test(text) ? styles.step : styles.line);

function Line({ text }: { text: string }) {
  const { where = '', command } = COMMAND.exec(text)?.groups ?? {};
  if (command === undefined) return <p className={lookOf(text)}>{text}</p>;
  return (
    <p className={styles.line}>
      {where}
      <code className={styles.command}>
        {/* A word is broken only where it is wider than the page: a break within one would look like two. */}
        {command.split(' ').flatMap((word, at) => [
          ' ',
          // oxlint-disable-next-line react/no-array-index-key -- words have no other name, and never move
          <span key={at}>{word}</span>,
        ])}
      </code>
    </p>
  );
}

/** The summary of an analysis, as rules or a model wrote it (docs/summaries.md): its parts side by side where there is room. */
export function Summary({ text }: { text: string }) {
  return (
    <div className={styles.summary} dir="auto">
      {text.split(/\n{2,}/).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts and lines have no other name, and never move
        <div key={at} className={styles.part}>
          {part.split('\n').map((line, number) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <Line key={number} text={line} />
          ))}
        </div>
      ))}
    </div>
  );
}
