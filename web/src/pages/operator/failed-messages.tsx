import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { GivenUp } from './given-up.tsx';
import { useReplayMessage, type Status } from './queries.ts';

/** What could not be brought to webhooks of organizations. */
export function FailedMessages({ failed }: { failed: Status['failed_messages'] }) {
  const replay = useReplayMessage();
  return (
    <GivenUp
      title="Failed messages"
      about="Webhook messages that failed every attempt in the last 30 days, the latest first."
      counted={failed}
    >
      {({ latest }) => (
        <>
          {replay.error !== null && <ProblemNote error={replay.error} />}
          <Table
            caption="Failed messages, newest first"
            rows={latest}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
              { head: 'Organization', cell: ({ login }) => <Name>{login}</Name> },
              { head: 'Address', cell: ({ url_hint: hint }) => <Name mono>{hint}</Name> },
              { head: 'Event', cell: ({ event }) => event },
              { head: 'Reason', cell: ({ error }) => error && <Name>{error.detail}</Name> },
              {
                head: 'Actions',
                cell: (message) => (
                  <Button
                    small
                    busy={replay.isPending && replay.variables.id === message.id}
                    aria-label={`Resend: ${message.event} to ${message.login}`}
                    onClick={() => replay.mutate(message)}
                  >
                    Resend
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
    </GivenUp>
  );
}
