import { useState } from 'react';
import { Command } from './command.tsx';
import { Button } from './button.tsx';
import styles from './copy.module.css';
import { Icon } from './badge.tsx';

type CopyStatus = 'idle' | 'copied' | 'refused';
const WORDS: Record<CopyStatus, string> = { idle: 'Copy', copied: 'Copied', refused: 'Select the text to copy' };

/** Copies a text, or what `text` fetches. Browsers refuse where a page came by plain http from elsewhere: that is said. */
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

/** Text to take elsewhere: a policy, a command, a template. @param warning what speaks against taking it as it is @param words it is a command, which is wrapped */
type CodeBlockProps = { children: string; label: string; warning?: string | undefined; words?: boolean };

export function CodeBlock({ children, label, warning, words = false }: CodeBlockProps) {
  return (
    <figure className={styles.block} aria-label={label}>
      {/* It scrolls, so that it has to be reachable by keyboard. */}
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
