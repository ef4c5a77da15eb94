import { useChange, useLack } from '../../api/use-api.ts';
import { ConfirmButton } from '../../ui/form.tsx';
import summaryStyles from './summary.module.css';
import { SeverityBadge, StatusBadge } from '../../ui/badge.tsx';
import { Facts, Progress, Section } from '../../ui/page.tsx';
import { duration, many, Name } from '../../ui/text.tsx';
import { Note } from '../../ui/notes.tsx';
import { isUnderWay, showsSeverity } from '../analyses/queries.ts';
import { progressText, verdictsText } from '../analyses/words.ts';
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

/** A line that is to be run as it is; where there are several states, after the one whose directory it is for. */
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

function Standing({ analysis }: { analysis: Analysis }) {
  const { status, progress, severity, started_at: start, finished_at: end } = analysis;
  const underWay = isUnderWay(analysis);
  return (
    <div className={styles.standing}>
      <StatusBadge status={status} />
      {showsSeverity(analysis) && <SeverityBadge severity={severity} />}
      <span className={styles.muted}>
        {status === 'queued' && 'Queued. This page updates by itself.'}
        {status === 'running' &&
          `${progressText(progress)}, ${many(
            analysis.state_counts.in_all - analysis.state_counts.pending,
            'state',
          )} of ${analysis.state_counts.in_all.toLocaleString('en')} done`}
        {!underWay && verdictsText(analysis.counts)}
        {start !== null && end !== null && `, in ${duration(Date.parse(end) - Date.parse(start))}`}
      </span>
      {underWay && <Progress done={progress.done} total={progress.total} label="Progress" />}
    </div>
  );
}

export function Head({ analysis }: { analysis: Analysis }) {
  const { ai_summary: summary, summary_source: source, error, providers, state_prefix: prefix } = analysis;
  const whole = analysis.repo_full_name ?? (prefix === null ? 'all states of the organization' : undefined);
  return (
    <Section
      title="Summary"
      {...(source === 'model' && { about: 'Written by a model, checked against the findings.' })}
    >
      <Standing analysis={analysis} />
      {error !== null && (
        <Note>
          <Name block text={error.detail} />
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
      {/* Of an analysis that failed the summary says why, and that is what the error is. */}
      {summary !== null && error === null && <Summary text={summary} />}
      <Facts
        facts={{
          Repository: whole && <Name line text={whole} />,
          'Key prefix': prefix && <Name mono text={prefix} />,
          Providers: providers.length > 0 && <Providers providers={providers} />,
        }}
      />
    </Section>
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
