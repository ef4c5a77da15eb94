import { StatusBadge, SeverityBadge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/figures.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Name } from '../../ui/name.tsx';
import { Note } from '../../ui/notes.tsx';
import { Section } from '../../ui/section.tsx';
import { duration } from '../../ui/when.tsx';
import { many } from '../../ui/words.ts';
import { isUnderWay, tellsSeverity } from '../analyses/queries.ts';
import { progressText, verdictsText } from '../analyses/words.ts';
import styles from './analysis.module.css';
import type { Analysis } from './queries.ts';
import { Summary } from './summary.tsx';

function Standing({ analysis }: { analysis: Analysis }) {
  const { status, progress, severity, started_at: start, finished_at: end } = analysis;
  const underWay = isUnderWay(analysis);
  return (
    <div className={styles.standing}>
      <StatusBadge status={status} />
      {tellsSeverity(analysis) && <SeverityBadge severity={severity} />}
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

/** How an analysis stands, in its own words. */
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
          <p>
            <Name>{error.detail}</Name>
          </p>
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
          Repository: whole === undefined ? undefined : <Name line>{whole}</Name>,
          'Key prefix': prefix === null ? undefined : <Name mono>{prefix}</Name>,
          Providers: providers.length === 0 ? undefined : <Providers providers={providers} />,
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
          <Name>{`${one.source.replace(/^registry\.terraform\.io\//, '')} ${one.version}`}</Name>
          {one.verified === true && ', proven by the lock file'}
          {one.locked !== undefined && `, the lock file asks for ${one.locked}`}
        </li>
      ))}
    </ul>
  );
}
