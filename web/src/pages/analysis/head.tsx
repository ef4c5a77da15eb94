import { useChange, useLack } from '../../api/use-api.ts';
import { Command } from '../../ui/command.tsx';
import { ConfirmButton } from '../../ui/form.tsx';
import summaryStyles from './summary.module.css';
import { SeverityBadge, StatusBadge } from '../../ui/badge.tsx';
import { Facts, Progress } from '../../ui/page.tsx';
import { duration, many, Name, useSeconds } from '../../ui/text.tsx';
import { Note } from '../../ui/notes.tsx';
import { useIsWide } from '../../ui/wide.ts';
import { isUnderWay, showsSeverity } from '../analyses/queries.ts';
import { Trouble } from '../analyses/trouble.tsx';
import { progressText, scopeText, triggerText, verdictsText } from '../analyses/words.ts';
import styles from './analysis.module.css';
import type { Analysis } from './queries.ts';

export function CancelAnalysis({ id }: { id: string }) {
  const cancel = useChange('post', '/api/v1/analyses/{id}/cancel', ['analyses', 'overview', 'incidents']);
  return (
    <div>
      <ConfirmButton
        small
        unavailable={useLack('write')}
        label="Cancel"
        title="Cancel this analysis?"
        action="Cancel analysis"
        change={cancel}
        input={{ id }}
      >
        <p>It stops within seconds. Its findings so far stay, and open no further incidents.</p>
      </ConfirmButton>
    </div>
  );
}

/**
 * A summary line with a command to copy. If there are several states, `(…)` before it names the state of its directory.
 */
const COMMAND = /^ +(?<where>\(.*?\) )?(?<command>terraform .*)$/;
const ENTRY = /^- /;
const STEP = /^\d+\. /;

const lookOf = (text: string) =>
  ENTRY.test(text) ? summaryStyles.entry : STEP.test(text) ? summaryStyles.step : summaryStyles.line;

function Line({ text }: { text: string }) {
  const { where = '', command } = COMMAND.exec(text)?.groups ?? {};
  if (command === undefined) return <p className={lookOf(text)}>{text}</p>;
  return (
    <p className={summaryStyles.line}>
      {where}
      <code className={summaryStyles.command}>
        <Command text={command} />
      </code>
    </p>
  );
}

/**
 * The summary of an analysis, written by rules or a model (docs/summaries.md). On a wide page its parts stand side by
 * side.
 */
export function Summary({ text }: { text: string }) {
  return (
    <div className={summaryStyles.summary} dir="auto">
      {text.split(/\n{2,}/).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts and lines have no other name, and never move
        <div key={at} className={summaryStyles.part}>
          {part.split('\n').map((line, number) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <Line key={number} text={line} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The status of an analysis in one line. */
export function Standing({ analysis }: { analysis: Analysis }) {
  const { status, severity } = analysis;
  return (
    <span className={styles.standing}>
      <StatusBadge status={status} />
      {showsSeverity(analysis) && <SeverityBadge severity={severity} />}
      {!isUnderWay(analysis) && <span>{verdictsText(analysis.counts)}</span>}
    </span>
  );
}

/** The trigger, scope and duration of an analysis. */
export function originText({ trigger, started_at: start, finished_at: end, ...scope }: Analysis): string {
  const took = start === null || end === null ? '' : `, in ${duration(Date.parse(end) - Date.parse(start))}`;
  return `Started ${triggerText(trigger)}, ${scopeText(scope)}${took}`;
}

/** The current phase of a running analysis: the first phase that is not complete. */
function phaseOf({ status, state_counts: states, progress }: Analysis): string {
  if (status === 'queued') return 'Waiting for a worker';
  if (states.in_all === 0) return 'Opening the connection and listing states';
  if (progress.done === 0) return 'Reading states and starting providers';
  return progress.done < progress.total ? 'Checking resources' : 'Storing results';
}

/** The phase, progress and elapsed time of a running analysis; the time changes every second. */
function UnderWay({ analysis }: { analysis: Analysis }) {
  const { progress, state_counts: states, counts, started_at: start, created_at: asked } = analysis;
  const now = useSeconds();
  return (
    <div className={styles.underWay} role="status">
      <strong>{phaseOf(analysis)} …</strong>
      <Progress done={progress.done} total={progress.total} label="Progress" />
      <span className={styles.muted}>
        {progressText(progress)}, {many(states.in_all - states.pending, 'state')} of{' '}
        {states.in_all.toLocaleString('en')} done, {(counts.changed + counts.deleted).toLocaleString('en')} drifted so
        far, <span aria-hidden="true">{duration(now - Date.parse(start ?? asked))}</span>
      </span>
    </div>
  );
}

/** Notes above the results. */
export function Notes({ analysis }: { analysis: Analysis }) {
  return (
    <>
      {isUnderWay(analysis) && <UnderWay analysis={analysis} />}
      <Trouble last={analysis} />
      {analysis.error !== null && analysis.status !== 'failed' && (
        <Note>
          <Name block text={analysis.error.detail} />
        </Note>
      )}
      {analysis.incidents_omitted !== undefined && (
        <Note>
          <p>
            {analysis.incidents_omitted.toLocaleString('en')} findings opened no incident: the quota is reached. Delete
            incidents, or ask the operator for a higher quota.
          </p>
        </Note>
      )}
    </>
  );
}

/**
 * The summary and the steps to fix the drift: beside the findings on a wide page, collapsed above them on a narrow
 * page.
 */
export function SummaryAndFix({ analysis }: { analysis: Analysis }) {
  const { ai_summary: summary, summary_source: source, error, providers } = analysis;
  const isWide = useIsWide(1000);
  if (summary === null || error !== null) return null;
  return (
    <details open={isWide}>
      <summary>Summary and fix</summary>
      {source === 'model' && <p className={styles.muted}>Written by a model, checked against the findings.</p>}
      <Summary text={summary} />
      <Facts facts={{ Providers: providers.length > 0 && <Providers providers={providers} /> }} />
    </details>
  );
}

function Providers({ providers }: Pick<Analysis, 'providers'>) {
  return (
    <ul className={styles.plain}>
      {providers.map((one) => (
        <li key={`${one.source} ${one.version}`}>
          <Name text={`${one.source.replace(/^registry\.terraform\.io\//, '')} ${one.version}`} />
          {one.verified === true && ', proven by the lock file'}
          {one.locked !== undefined && `, the lock file asks for ${one.locked}`}
        </li>
      ))}
    </ul>
  );
}
