import { visible } from '../../base/visible.ts';
import { fit } from '../../texts/width.ts';
import { type Out, widthOf } from './io.ts';

/** The progress of a scan. */
export type ProgressEvent = { phase: string; done: number; total: number; detail?: string };

export type Progress = {
  update(event: ProgressEvent): void;
  /** Clears the line. */
  end(): void;
};

const TTY_EVERY_MS = 80;
const PLAIN_EVERY_MS = 5000;
const BAR = 20;

function bar(done: number, total: number): string {
  const filled = Math.min(BAR, Math.floor((done / total) * BAR));
  return `[${'='.repeat(filled)}${' '.repeat(BAR - filled)}]`;
}

function text({ phase, done, total, detail }: ProgressEvent, withBar: boolean): string {
  const count = total > 0 ? ` ${withBar ? `${bar(done, total)} ` : ''}${done}/${total}` : '';
  return visible(`${phase}${count}${detail === undefined || detail === '' ? '' : `  ${detail}`}`);
}

/**
 * Progress for people, on stderr: on a terminal one line that is redrawn, elsewhere a plain line at most every few
 * seconds; nothing with `quiet`.
 */
export function createProgress(out: Out, options: { quiet?: boolean | undefined; now?: () => number } = {}): Progress {
  const now = options.now ?? Date.now;
  const tty = out.isTTY === true;
  let last = Number.NEGATIVE_INFINITY;
  let phase = '';
  let drawn = false;
  if (options.quiet) return { update: () => undefined, end: () => undefined };
  return {
    update(event) {
      const due = now() - last >= (tty ? TTY_EVERY_MS : PLAIN_EVERY_MS);
      if (!due && !(tty && event.phase !== phase)) return;
      last = now();
      phase = event.phase;
      out.write(tty ? `\r\u001b[K${fit(text(event, true), widthOf(out) - 1)}` : `${text(event, false)}\n`);
      drawn = tty;
    },
    end() {
      if (drawn) out.write('\r\u001b[K');
      drawn = false;
    },
  };
}
