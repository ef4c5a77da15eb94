import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Name } from '../../ui/name.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { GivenUp } from './given-up.tsx';
import { deadQuery, useReplayDelivery, type Status } from './queries.ts';

/** What code hosts delivered and no try could process. */
export function DeadDeliveries({ dead }: { dead: Status['dead_deliveries'] }) {
  return (
    <GivenUp
      title="Dead deliveries"
      about="Code host events that failed every attempt. Retry them once the cause is fixed."
      counted={dead}
    >
      {() => <DeadList />}
    </GivenUp>
  );
}

function DeadList() {
  const query = useInfiniteQuery(deadQuery());
  const replay = useReplayDelivery();
  return (
    <>
      {replay.error !== null && <ProblemNote error={replay.error} />}
      <Rows query={query} what="dead deliveries" more="deliveries" height="8rem" empty={null}>
        {(rows) => (
          <Table
            caption="Dead deliveries, newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Received', cell: ({ received_at }) => <When at={received_at} /> },
              {
                head: 'Event',
                cell: ({ event, action, codehost }) => (
                  <Name>{`${codehost}: ${event}${action === null ? '' : ` ${action}`}`}</Name>
                ),
              },
              { head: 'Attempts', number: true, cell: ({ attempts }) => attempts },
              { head: 'Reason', cell: ({ last_error: error }) => error && <Name>{error.detail}</Name> },
              {
                head: 'Actions',
                cell: ({ id, event, replayable }) => (
                  <Button
                    small
                    busy={replay.isPending && replay.variables === id}
                    unavailable={replayable ? undefined : 'Its payload is no longer stored.'}
                    aria-label={`Retry: ${event}`}
                    onClick={() => replay.mutate(id)}
                  >
                    Retry
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
