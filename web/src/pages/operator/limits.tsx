import { SignBadge, type Sign } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import styles from '../settings/settings.module.css';
import type { Status } from './queries.ts';

function standing({ degraded, counted_in: where }: Status['limits']): Sign {
  if (degraded) return ['high', 'failed', 'Redis is away: each process counts alone'];
  return ['good', 'good', where === 'redis' ? 'counted together in Redis' : 'counted in this process'];
}

/** How much may be asked, and the settings that say so. */
export function Limits({ limits, settings }: Pick<Status, 'limits' | 'settings'>) {
  const aMinute = (count: number) => `${count.toLocaleString('en')} a minute`;
  return (
    <Section
      title="Limits"
      about="They are set in the environment of the server, and hold from its next start on."
      actions={<SignBadge sign={standing(limits)} />}
    >
      <Facts
        facts={{
          'Requests of a key': aMinute(limits.key),
          'Requests of an organization': aMinute(limits.org),
          'Recalls of a key': aMinute(limits.recall_key),
          'Recalls of an organization': aMinute(limits.recall_org),
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
              { head: 'What it does', cell: ({ help }) => <span className={styles.muted}>{help}</span> },
            ]}
          />
        </details>
      )}
    </Section>
  );
}
