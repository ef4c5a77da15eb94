import { Badge } from '../../ui/badge.tsx';
import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import styles from '../settings/settings.module.css';
import type { Status } from './queries.ts';

const megabytes = (bytes: number) => (bytes === 0 ? '–' : `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`);

/** The provider plugins that this process has run. */
export function Providers({ providers }: { providers: Status['providers'] }) {
  return (
    <Section title="Providers" about="Plugins that this process has run. Idle ones stop after five minutes.">
      {providers.length === 0 ? (
        <p className={styles.muted}>None yet.</p>
      ) : (
        <Table
          caption="Providers"
          rows={providers}
          keyOf={({ source, version }) => `${source} ${version}`}
          columns={[
            { head: 'Provider', cell: ({ source }) => <Name mono>{source}</Name> },
            { head: 'Version', cell: ({ version }) => <Name>{version}</Name> },
            { head: 'Processes', number: true, cell: ({ processes }) => processes },
            { head: 'Memory', number: true, cell: ({ memory_bytes: bytes }) => megabytes(bytes) },
            { head: 'Started', number: true, cell: ({ launches }) => launches.toLocaleString('en') },
            {
              head: 'Crashed',
              number: true,
              cell: ({ lost, last_lost: why }) =>
                lost === 0 ? (
                  '0'
                ) : (
                  <Badge tone="high" icon="failed">
                    {`${lost.toLocaleString('en')}, last: ${why ?? 'unknown'}`}
                  </Badge>
                ),
            },
            { head: 'Last started', cell: ({ last_launched_at: at }) => <When at={at} /> },
          ]}
        />
      )}
    </Section>
  );
}
