import type { ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Note, ProblemNote, Rows } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import styles from '../settings/settings.module.css';
import { Button } from '../../ui/button.tsx';
import { Name, When } from '../../ui/text.tsx';
import { Table } from '../../ui/table.tsx';
import { deadQuery, type Status, useReplayDelivery, useReplayMessage } from './queries.ts';
import { Badge } from '../../ui/badge.tsx';

/** In the place of what the database did not say in time. */
export function NotSaid() {
  return <Note>The database did not answer in time. This page tries again.</Note>;
}

/** What no try brought to its end: how many there are, and what to do about them; null where that was not said in time. */
export function GivenUp<Counted extends { count: number; more: boolean }>({
  title,
  about,
  counted,
  children,
}: {
  title: string;
  about: string;
  counted: Counted | null;
  children: (counted: Counted) => ReactNode;
}) {
  const some = counted !== null && counted.count > 0 ? counted : undefined;
  return (
    <Section
      title={some ? `${title}: ${some.count.toLocaleString('en')}${some.more ? ' or more' : ''}` : title}
      about={about}
    >
      {counted === null && <NotSaid />}
      {counted?.count === 0 && <p className={styles.muted}>None.</p>}
      {some && children(some)}
    </Section>
  );
}

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
                  <Badge sign={['high', 'failed', `${lost.toLocaleString('en')}, last: ${why ?? 'unknown'}`]} />
                ),
            },
            { head: 'Last started', cell: ({ last_launched_at: at }) => <When at={at} /> },
          ]}
        />
      )}
    </Section>
  );
}

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
                failed === 0 ? '0' : <Badge sign={['high', 'failed', failed.toLocaleString('en')]} />,
            },
            {
              head: 'Oldest waiting',
              cell: ({ waiting_since: since }) => {
                if (since === null) return '–';
                if (!isLate(since)) return <When at={since} />;
                return (
                  <>
                    <Badge sign={['medium', 'waiting', 'late']} /> <When at={since} />
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

/** Of rows their number, of bytes mebibytes. */
const amount = (resource: string, value: number): string =>
  resource === 'bytes' ? `${Math.round(value / 1024 ** 2).toLocaleString('en')} MiB` : value.toLocaleString('en');

/** Organizations that have most of what they may have. */
export function Quotas({ quotas }: { quotas: Status['quotas'] }) {
  return (
    <Section title="Quotas" about="Organizations that use 80 % or more of a quota.">
      {quotas === null ? (
        <NotSaid />
      ) : quotas.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption="Organizations near a quota, the fullest first"
          rows={quotas}
          keyOf={(one) => `${one.org_id} ${one.resource}`}
          columns={[
            { head: 'Organization', cell: ({ login }) => <Name>{login}</Name> },
            { head: 'Resource', cell: ({ resource }) => resource },
            { head: 'Used', cell: ({ resource, used }) => amount(resource, used), number: true },
            { head: 'Limit', cell: ({ resource, limit }) => amount(resource, limit), number: true },
          ]}
        />
      )}
    </Section>
  );
}
