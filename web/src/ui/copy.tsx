import { useState } from 'react';
import { Command } from './command.tsx';
import { Button } from './button.tsx';
import styles from './copy.module.css';
import { Icon } from './badge.tsx';

type CopyStatus = 'idle' | 'copied' | 'refused';
const WORDS: Record<CopyStatus, string> = { idle: 'Copy', copied: 'Copied', refused: 'Select the text to copy' };

/**
 * Copies a text, or the text that `text` fetches. Shows an error if the browser refuses, as on a page that was loaded
 * by plain http from another machine.
 */
export function CopyButton({ text, label }: { text: string | (() => Promise<string>); label?: string }) {
  const [status, setStatus] = useState<CopyStatus>('idle');
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setStatus('copied');
    } catch {
      setStatus('refused');
    }
    setTimeout(() => setStatus('idle'), 2500);
  }
  return (
    <Button
      label={
        <>
          <Icon name={status === 'copied' ? 'good' : 'copy'} />
          <span aria-live="polite">{status === 'idle' ? (label ?? WORDS.idle) : WORDS[status]}</span>
        </>
      }
      small
      onClick={() => void copy()}
    />
  );
}

/**
 * A text to copy: a policy, a command, a template.
 * @param warning a reason not to use it unchanged
 * @param words whether it is a command, whose lines wrap
 */
type CodeBlockProps = { children: string; label: string; warning?: string | undefined; words?: boolean };

export function CodeBlock({ children, label, warning, words = false }: CodeBlockProps) {
  return (
    <figure className={styles.block} aria-label={label}>
      {/* It scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={label} role="region">
        <code className={words ? styles.words : undefined}>{words ? <Command text={children} /> : children}</code>
      </pre>
      <div className={styles.copy}>
        {warning !== undefined && <strong>{warning}</strong>}
        <CopyButton text={children} />
      </div>
    </figure>
  );
}
