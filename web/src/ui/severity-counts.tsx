import { SEVERITIES, type BySeverity } from '../api/severities.ts';
import { Badge } from './badge.tsx';
import styles from './figures.module.css';

/** `2 critical, 1 low`: how many of each severity there are, the worst first; what there is none of is left out. */
export function SeverityCounts({ counts }: { counts: BySeverity }) {
  return (
    <span className={styles.counts}>
      {SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
        <Badge key={severity} tone={severity} icon={severity}>
          {`${counts[severity].toLocaleString('en')} ${severity}`}
        </Badge>
      ))}
    </span>
  );
}
