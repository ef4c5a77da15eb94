import { SEVERITIES, type BySeverity } from '../api/severities.ts';
import { Badge } from './badge.tsx';
import styles from './figures.module.css';

/**
 * `2 critical, 1 low`: how many of each severity there are, the worst first; what there is none of is left out. So are the
 * `following` among them, which only follow from another finding: they are low by themselves, and say nothing of how bad it is.
 */
export function SeverityCounts({ counts, following = 0 }: { counts: BySeverity; following?: number }) {
  const own = { ...counts, low: counts.low - following };
  return (
    <span className={styles.counts}>
      {SEVERITIES.filter((severity) => own[severity] > 0).map((severity) => (
        <Badge key={severity} tone={severity} icon={severity}>
          {`${own[severity].toLocaleString('en')} ${severity}`}
        </Badge>
      ))}
    </span>
  );
}
