import styles from './names.module.css';

/** Beyond this a name is cut: nobody reads it, and it would fill the page. It is whole in the title and when copied from a detail page. */
const LONGEST = 300;

/** Marks that turn the order of letters around or hide: they are shown as what they are (Unicode TR #36). */
const HIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A text from outside with its invisible marks made visible: `\u202e`. */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/**
 * A text that was chosen outside of Plumbline: a resource's name, a state's key, a login. It stays text whatever it says, keeps
 * its direction to itself, and never grows beyond its place. `line` keeps it on one line.
 */
export function Name({ children, mono = false, line = false }: { children: string; mono?: boolean; line?: boolean }) {
  const text = visible(children);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const classes = [styles.name, mono && styles.mono, line && styles.cut].filter(Boolean).join(' ');
  return (
    <bdi className={classes} title={line || shown !== text ? text.slice(0, 2000) : undefined}>
      {shown}
    </bdi>
  );
}
