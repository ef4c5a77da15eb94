import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import styles from './attribute-drift.module.css';
import { Button } from './button.tsx';
import { documentLines, type Kind, type Line } from './document-lines.ts';
import type { Document } from './shown-drift.ts';
import { visible } from './text.tsx';

const CONTEXT_LINES = 3;
/** With more differences, texts are not compared: both sides are shown whole. */
const MAX_EDITS = 4000;
const MAX_CHARACTERS = 100_000;
const MAX_LINES = 800;

type Change = ChangeObject<string>;

const kindOf = ({ added, removed }: Change): Kind => (added ? 'after' : removed ? 'before' : 'same');

/** A diff that replaces the whole text, for texts with too many differences to compare. */
const replaced = (before: string, after: string): Change[] => [
  { value: before, removed: true, added: false, count: 0 },
  { value: after, removed: false, added: true, count: 0 },
];

/** Texts of one long line are compared by words, and marked within the line. */
const isOneLine = (text: string) => !text.trimEnd().includes('\n');

function linesOf(before: string, after: string): Line[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? replaced(before, after);
  return changes.flatMap((change) => {
    const kind = kindOf(change);
    return change.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }));
  });
}

/** The indices of the lines to show: differing lines with a few lines of context. */
function worthShowing(lines: readonly Line[]): Set<number> {
  const shown = new Set<number>();
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same')
      for (let at = index - CONTEXT_LINES; at <= index + CONTEXT_LINES; at += 1)
        if (at >= 0 && at < lines.length) shown.add(at);
  return shown;
}

const MARKS = { same: 'span', before: 'del', after: 'ins' } as const;
const SIGNS: Record<Kind, string> = { same: ' ', before: '−', after: '+' };
const WORDS: Record<Kind, string> = { same: '', before: 'in the state: ', after: 'in the cloud: ' };

function DiffLine({ line: { kind, text } }: { line: Line }) {
  const Mark = MARKS[kind];
  return (
    <Mark className={`${styles.diffLine} ${styles[kind]}`}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {kind !== 'same' && <span className="said-only">{WORDS[kind]}</span>}
      <bdi>{text === '' ? ' ' : visible(text)}</bdi>
      {'\n'}
    </Mark>
  );
}

function LineDiff({ lines }: { lines: readonly Line[] }) {
  const [whole, setWhole] = useState(false);
  const worth = useMemo(() => worthShowing(lines), [lines]);
  const shown = lines.map((line, index) => ({ line, index })).filter(({ index }) => whole || worth.has(index));
  const hidden = lines.length - shown.length;
  return (
    <>
      <pre className={styles.diff} tabIndex={0} role="group" aria-label="Changes">
        {shown.slice(0, MAX_LINES).map(({ line, index }, place) => (
          <span key={index}>
            {place > 0 && shown[place - 1]?.index !== index - 1 && <span className={styles.gap}>⋯{'\n'}</span>}
            <DiffLine line={line} />
          </span>
        ))}
      </pre>
      {shown.length > MAX_LINES && (
        <p className={styles.about}>And {(shown.length - MAX_LINES).toLocaleString('en')} more lines.</p>
      )}
      {hidden > 0 && (
        <Button
          label={`Show ${hidden.toLocaleString('en')} unchanged ${hidden === 1 ? 'line' : 'lines'}`}
          small
          look="quiet"
          onClick={() => setWhole(true)}
        />
      )}
    </>
  );
}

function WordDiff({ before, after }: Texts) {
  const changes = useMemo(
    () => diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) ?? replaced(before, after),
    [before, after],
  );
  return (
    <p className={styles.words}>
      {changes.map((change, index) => {
        const kind = kindOf(change);
        const Mark = MARKS[kind];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text have nothing else
          <Mark key={index} className={styles[kind]}>
            {kind !== 'same' && <span className="said-only">{WORDS[kind]}</span>}
            {visible(change.value)}
          </Mark>
        );
      })}
    </p>
  );
}

type Texts = { before: string; after: string };
type Props = Texts & { documents?: Record<keyof Texts, Document> };

/**
 * The diff of two texts: by lines, or by words if each is one line. If the texts are JSON `documents`, and not cut,
 * they are compared member by member and element by element.
 */
export function TextDiff({ documents, ...whole }: Props) {
  const cut = Math.max(whole.before.length, whole.after.length) > MAX_CHARACTERS;
  const [before, after] = [whole.before.slice(0, MAX_CHARACTERS), whole.after.slice(0, MAX_CHARACTERS)];
  const isWords = isOneLine(before) && isOneLine(after) && before !== '' && after !== '';
  const lines = useMemo(() => {
    if (documents !== undefined && !cut) return documentLines(documents.before, documents.after);
    return isWords ? undefined : linesOf(before, after);
  }, [documents, cut, isWords, before, after]);
  return (
    <div className={styles.texts}>
      {lines === undefined ? <WordDiff before={before} after={after} /> : <LineDiff lines={lines} />}
      {cut && <p className={styles.about}>Cut off: too long to be compared here.</p>}
    </div>
  );
}
