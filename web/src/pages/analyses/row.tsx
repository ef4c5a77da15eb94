import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import { SeverityBadge, StatusBadge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/page.tsx';
import row from '../../ui/list-row.module.css';
import { duration, exactTime, many, Name, When } from '../../ui/text.tsx';
import styles from './analyses.module.css';
import { isUnderWay, type ListedAnalysis } from './queries.ts';
import { progressText, scopeText, triggerText, verdictsText } from './words.ts';

export function AnalysisRow({ analysis }: { analysis: ListedAnalysis }) {
  const org = useOrg();
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
          <Link to="/o/$org/analyses/$id" params={{ org, id }} title={exactTime(new Date(asked))}>
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
            {error !== null ? <Name>{error.detail}</Name> : status === 'queued' ? 'Queued.' : verdictsText(counts)}
          </p>
        )}
      </div>
      <p className={row.where}>
        <Name line>{scopeText(analysis)}</Name>
        <span>
          {many(states.in_all, 'state')}
          {states.unreadable > 0 && `, ${states.unreadable.toLocaleString('en')} not read`}
        </span>
        {start !== null && end !== null && `took ${duration(Date.parse(end) - Date.parse(start))}`}
      </p>
    </article>
  );
}
