import { SEVERITIES, type BySeverity } from '../api/severities.ts';
import { Badge } from './badge.tsx';
import styles from './figures.module.css';

/** `2 critical, 1 low`: how many of each severity there are, the worst first; what there is none of is left out. */
export function SeverityCounts({ counts, none = 'no drift' }: { counts: BySeverity; none?: string }) {
  const told = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (told.length === 0)
    return (
      <Badge tone="good" icon="good">
        {none}
      </Badge>
    );
  return (
    <span className={styles.counts}>
      {told.map((severity) => (
        <Badge key={severity} tone={severity} icon={severity}>
          {`${counts[severity].toLocaleString('en')} ${severity}`}
        </Badge>
      ))}
    </span>
  );
}
