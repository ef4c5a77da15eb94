import { SignBadge, type Sign } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import styles from '../settings/settings.module.css';
import type { Status } from './queries.ts';

function standing({ degraded, counted_in: where }: Status['limits']): Sign {
  if (degraded) return ['high', 'failed', 'Redis is down: counted per process'];
  return ['good', 'good', where === 'redis' ? 'shared in Redis' : 'per process'];
}

/** How much may be asked, and the settings that say so. */
export function Limits({ limits, settings }: Pick<Status, 'limits' | 'settings'>) {
  const aMinute = (count: number) => `${count.toLocaleString('en')} a minute`;
  return (
    <Section
      title="Limits"
      about="Set in the server’s environment. Changes apply at its next start."
      actions={<SignBadge sign={standing(limits)} />}
    >
      <Facts
        facts={{
          'Requests per key': aMinute(limits.key),
          'Requests per organization': aMinute(limits.org),
          'Recalls per key': aMinute(limits.recall_key),
          'Recalls per organization': aMinute(limits.recall_org),
        }}
      />
      {settings.length > 0 && (
        <details>
          <summary className={styles.summary}>Settings of this process</summary>
          <Table
            caption="Settings"
            rows={settings}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Setting', cell: ({ name }) => <code className={styles.whole}>{name}</code> },
              {
                head: 'Value',
                cell: ({ value, is_default: isDefault }) => (
                  <>
                    {value === null ? 'not set' : <Name mono>{value}</Name>}
                    {isDefault && value !== null && <span className={styles.muted}> (default)</span>}
                  </>
                ),
              },
              { head: 'Description', cell: ({ help }) => <span className={styles.muted}>{help}</span> },
            ]}
          />
        </details>
      )}
    </Section>
  );
}
