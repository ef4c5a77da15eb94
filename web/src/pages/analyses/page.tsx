import { Link, useSearch } from '@tanstack/react-router';
import { SeverityBadge, StatusBadge, statusWord } from '../../ui/badge.tsx';
import { Page, Progress } from '../../ui/page.tsx';
import row from '../../ui/list-row.module.css';
import { capital, duration, exactTime, many, Name, When } from '../../ui/text.tsx';
import styles from './analyses.module.css';
import {
  isUnderWay,
  useAnalyses,
  type ListedAnalysis,
  type AnalysesSearch,
  STATUSES,
  TRIGGERS,
  WITHIN,
} from './queries.ts';
import { AT_LEAST, progressText, scopeText, TRIGGER_WORDS, triggerText, verdictsText } from './words.ts';
import { isNarrowed, narrowing, useNarrow } from '../../api/search.ts';
import { anyOf, Choice, Filters } from '../../ui/field.tsx';
import { RepositoryChoice } from '../repositories/repository-choice.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useIsConnected } from '../overview/queries.ts';
import { StartAnalysis } from './start.tsx';

function AnalysisRow({ analysis }: { analysis: ListedAnalysis }) {
  const { id, status, severity, counts, created_at: asked, progress, state_counts: states, error } = analysis;
  const { started_at: start, finished_at: end } = analysis;
  const underWay = isUnderWay(analysis);
  return (
    <article className={styles.row}>
      <div className={row.badges}>
        <StatusBadge status={status} />
        {!underWay && severity !== 'none' && <SeverityBadge severity={severity} />}
      </div>
      <div className={row.what}>
        <h2 className={row.name}>
          <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id }} title={exactTime(new Date(asked))}>
            <When at={asked} />, {triggerText(analysis.trigger)}
          </Link>
        </h2>
        {status === 'running' ? (
          <div className={styles.progress}>
            <Progress done={progress.done} total={progress.total} label="Progress" />
            <span>{progressText(progress)}</span>
          </div>
        ) : (
          <p className={row.summary}>
            {error !== null ? <Name text={error.detail} /> : status === 'queued' ? 'Queued.' : verdictsText(counts)}
          </p>
        )}
      </div>
      <p className={row.where}>
        <Name line text={scopeText(analysis)} />
        <span>
          {many(states.in_all, 'state')}
          {states.unreadable > 0 && `, ${states.unreadable.toLocaleString('en')} not read`}
        </span>
        {start !== null && end !== null && `took ${duration(Date.parse(end) - Date.parse(start))}`}
      </p>
    </article>
  );
}

const PERIODS = [
  ['', 'Any time'],
  ...WITHIN.map((days) => [days, days === '1' ? 'Within a day' : `Within ${days} days`] as const),
] as const;

export function Screen() {
  const search = useSearch({ from: '/signed-in/o/$org/analyses' });
  const query = useAnalyses(search);
  const isConnected = useIsConnected() ?? true;
  const { choice } = narrowing(search, useNarrow<AnalysesSearch>());
  const empty = isNarrowed(search) ? (
    <Empty title="No matching analyses">Remove a filter.</Empty>
  ) : (
    <Empty title="No analyses yet">
      An analysis reads the Terraform states and compares each resource with what is in the cloud.
    </Empty>
  );
  return (
    <Page
      title="Analyses"
      doc="docs/dashboard.md#analyses"
      about={
        isConnected
          ? 'Each compares the Terraform states with the cloud.'
          : 'Connect your states first: say where Terraform keeps them.'
      }
      actions={
        isConnected ? (
          <StartAnalysis />
        ) : (
          <Link className={buttonClass('main')} to="/o/$org/settings/connections" from="/o/$org">
            Connect your states
          </Link>
        )
      }
    >
      <Filters label="Analyses">
        <RepositoryChoice {...choice('repo')} label="Repository" none="Any" />
        <Choice {...choice('status')} label="Status" options={anyOf(STATUSES, (one) => capital(statusWord(one)))} />
        <Choice {...choice('severity')} label="Worst drift" options={AT_LEAST} />
        <Choice {...choice('trigger')} label="Trigger" options={anyOf(TRIGGERS, (one) => TRIGGER_WORDS[one])} />
        <Choice {...choice('within')} label="Period" options={PERIODS} />
      </Filters>
      <VirtualList query={query} what="analyses" keyOf={({ id }) => id} rowHeight={87} empty={empty}>
        {(analysis) => <AnalysisRow analysis={analysis} />}
      </VirtualList>
    </Page>
  );
}
