import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { NotSaid } from './not-said.tsx';
import type { Status } from './queries.ts';

/** What each queue is for. */
const WORK: Readonly<Record<string, string>> = {
  analysis: 'analyses',
  delivery: 'deliveries of code hosts',
  erase: 'removing what is to be forgotten',
  map: 'reading repositories',
  notify: 'messages to webhooks',
  publish: 'checks, comments and issues',
  reconcile: 'comparing with the code host',
  schedule: 'scheduled analyses',
  sync: 'repositories of installations',
  trigger: 'pushes and pull requests',
};

/** A job that has waited for longer than this is worth a look. */
const LONG_MS = 10 * 60_000;

const isLate = (since: string | null) => since !== null && Date.now() - Date.parse(since) > LONG_MS;

/** What waits, runs and was given up. */
export function Queues({ queues }: { queues: Status['queues'] }) {
  return (
    <Section title="Queues" about="Jobs of all processes. Failed jobs are kept for 30 days.">
      {queues === null ? (
        <NotSaid />
      ) : (
        <Table
          caption="Queues"
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            {
              head: 'Queue',
              cell: ({ name }) => (
                <>
                  <code>{name}</code> {WORK[name]}
                </>
              ),
            },
            { head: 'Waiting', number: true, cell: ({ waiting }) => waiting.toLocaleString('en') },
            { head: 'Running', number: true, cell: ({ active }) => active.toLocaleString('en') },
            {
              head: 'Failed',
              number: true,
              cell: ({ failed }) =>
                failed === 0 ? (
                  '0'
                ) : (
                  <Badge tone="high" icon="failed">
                    {failed.toLocaleString('en')}
                  </Badge>
                ),
            },
            {
              head: 'Oldest waiting',
              cell: ({ waiting_since: since }) => {
                if (since === null) return '–';
                if (!isLate(since)) return <When at={since} />;
                return (
                  <>
                    <Badge tone="medium" icon="waiting">
                      late
                    </Badge>{' '}
                    <When at={since} />
                  </>
                );
              },
            },
          ]}
        />
      )}
    </Section>
  );
}
