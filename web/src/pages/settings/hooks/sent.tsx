import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { SignBadge, type Sign } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Rows } from '../../../ui/rows.tsx';
import { Name } from '../../../ui/name.tsx';
import { ProblemNote } from '../../../ui/notes.tsx';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import styles from '../settings.module.css';
import { sentQuery, useReplay, type Hook, type Sent } from './queries.ts';

const STATUSES: Record<Sent['status'], Sign> = {
  waiting: ['low', 'waiting', 'waiting'],
  delivered: ['good', 'good', 'delivered'],
  failed: ['critical', 'failed', 'failed'],
};

function outcome({ response_status: status, duration_ms: ms, error, response_excerpt: excerpt }: Sent): string {
  const answered = status === null ? [] : [`HTTP ${status}${ms === null ? '' : ` in ${ms} ms`}`];
  return [...answered, ...(error ? [error.detail] : []), ...(excerpt ? [excerpt] : [])].join(': ');
}

/** What was sent to an address in the last 30 days, and what came of it. */
export function SentList({ hook }: { hook: Hook }) {
  const query = useInfiniteQuery(sentQuery(useApi(), useOrg(), hook.id));
  const replay = useReplay(hook.id);
  return (
    <>
      {replay.error !== null && <ProblemNote error={replay.error} />}
      <Rows
        query={query}
        what="the deliveries"
        more="messages"
        height="8rem"
        empty={<p className={styles.muted}>No deliveries in the last 30 days.</p>}
      >
        {(rows) => (
          <Table
            caption={`Deliveries to ${hook.url_hint}, newest first`}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
              { head: 'Event', cell: ({ event }) => event },
              {
                head: 'Status',
                cell: ({ status }) => <SignBadge sign={STATUSES[status]} />,
              },
              { head: 'Attempts', number: true, cell: ({ attempts }) => attempts },
              { head: 'Last try', cell: (sent) => <Name>{outcome(sent)}</Name> },
              {
                head: 'Actions',
                cell: ({ id, status, event }) =>
                  status !== 'waiting' && (
                    <Button
                      small
                      busy={replay.isPending && replay.variables === id}
                      unavailable={hook.enabled ? undefined : 'It is disabled.'}
                      aria-label={`Resend: ${event}`}
                      onClick={() => replay.mutate(id)}
                    >
                      Resend
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Rows>
    </>
  );
}
