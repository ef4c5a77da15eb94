import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Note, ProblemNote, Rows } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table, type TableProps } from '../../ui/table.tsx';
import { Name, When } from '../../ui/text.tsx';
import styles from '../settings/settings.module.css';
import { useChange } from '../../api/use-api.ts';
import { useDeadDeliveries, type Status } from './queries.ts';

const HOOKS = '/api/v1/orgs/{org_id}/webhooks';

type TableSectionProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  title: string;
  about: string;
  /** Null if the database did not answer in time. */
  rows: readonly Row[] | null;
};

/** The text in the place of a missing table. */
function Absent({ count }: { count: number | null }) {
  if (count === null) return <Note>The database did not answer in time. This page tries again.</Note>;
  return count === 0 ? <p className={styles.muted}>None.</p> : null;
}

/** A section with one table, or with the reason for its absence. */
function TableSection<Row>({ title, about, rows, ...table }: TableSectionProps<Row>) {
  return (
    <Section title={title} about={about}>
      <Absent count={rows && rows.length} />
      {rows !== null && rows.length > 0 && <Table {...table} rows={rows} />}
    </Section>
  );
}

const countedTitle = (title: string, counted: { count: number; more: boolean } | null) =>
  counted === null || counted.count === 0
    ? title
    : `${title}: ${counted.count.toLocaleString('en')}${counted.more ? ' or more' : ''}`;

export function DeadDeliveries({ dead }: { dead: Status['dead_deliveries'] }) {
  return (
    <Section
      title={countedTitle('Dead deliveries', dead)}
      about="Code host events that failed every attempt. Retry them once the cause is fixed."
    >
      <Absent count={dead && dead.count} />
      {dead !== null && dead.count > 0 && <DeadList />}
    </Section>
  );
}

function DeadList() {
  const query = useDeadDeliveries();
  const replay = useChange('post', '/api/v1/webhooks/deliveries/{id}/replay', ['operator', 'webhooks']);
  return (
    <>
      <ProblemNote error={replay.error} />
      <Rows query={query} what="dead deliveries" height="8rem" empty={null}>
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
                  <Name text={`${codehost}: ${event}${action === null ? '' : ` ${action}`}`} />
                ),
              },
              { head: 'Attempts', number: true, cell: ({ attempts }) => attempts },
              { head: 'Reason', cell: ({ last_error: error }) => error && <Name text={error.detail} /> },
              {
                head: 'Actions',
                cell: ({ id, event, replayable }) => (
                  <Button
                    label="Retry"
                    small
                    busy={replay.isPending && replay.variables.id === id}
                    unavailable={replayable ? undefined : 'Its payload is no longer stored.'}
                    aria-label={`Retry: ${event}`}
                    onClick={() => replay.mutate({ id })}
                  />
                ),
              },
            ]}
          />
        )}
      </Rows>
    </>
  );
}

export function FailedMessages({ failed }: { failed: Status['failed_messages'] }) {
  const replay = useChange('post', `${HOOKS}/{hook_id}/deliveries/{delivery_id}/replay`, ['operator']);
  return (
    <>
      <ProblemNote error={replay.error} />
      <TableSection
        title={countedTitle('Failed messages', failed)}
        about="Webhook messages that failed every attempt in the last 30 days, the latest first."
        caption="Failed messages, newest first"
        rows={failed && failed.latest}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
          { head: 'Organization', cell: ({ login }) => <Name text={login} /> },
          { head: 'Address', cell: ({ url_hint: hint }) => <Name mono text={hint} /> },
          { head: 'Event', cell: ({ event }) => event },
          { head: 'Reason', cell: ({ error }) => error && <Name text={error.detail} /> },
          {
            head: 'Actions',
            cell: ({ org_id, hook_id, id, event, login }) => (
              <Button
                label="Resend"
                small
                busy={replay.isPending && replay.variables.delivery_id === id}
                aria-label={`Resend: ${event} to ${login}`}
                onClick={() => replay.mutate({ org_id, hook_id, delivery_id: id })}
              />
            ),
          },
        ]}
      />
    </>
  );
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`;

const failures = (count: number, text = count.toLocaleString('en')) =>
  count === 0 ? '0' : <Badge sign={['high', 'failed', text]} />;

export function Providers({ providers }: { providers: Status['providers'] }) {
  return (
    <TableSection
      title="Providers"
      about="Plugins that this process has run. Idle ones stop after five minutes."
      caption="Providers"
      rows={providers}
      keyOf={({ source, version }) => `${source} ${version}`}
      columns={[
        { head: 'Provider', cell: ({ source }) => <Name mono text={source} /> },
        { head: 'Version', cell: ({ version }) => <Name text={version} /> },
        { head: 'Processes', number: true, cell: ({ processes }) => processes },
        { head: 'Memory', number: true, cell: ({ memory_bytes: bytes }) => (bytes === 0 ? '–' : mebibytes(bytes)) },
        { head: 'Started', number: true, cell: ({ launches }) => launches.toLocaleString('en') },
        {
          head: 'Crashed',
          number: true,
          cell: ({ lost, last_lost: why }) => failures(lost, `${lost.toLocaleString('en')}, last: ${why ?? 'unknown'}`),
        },
        { head: 'Last started', cell: ({ last_launched_at: at }) => <When at={at} /> },
      ]}
    />
  );
}

/** The purpose of each queue. */
const WORK: Readonly<Record<string, string>> = {
  analysis: 'analyses',
  delivery: 'deliveries of code hosts',
  erase: 'deleting what has expired',
  map: 'reading repositories',
  notify: 'messages to webhooks',
  publish: 'checks, comments and issues',
  reconcile: 'comparing with the code host',
  schedule: 'scheduled analyses',
  sync: 'repositories of installations',
  trigger: 'pushes and pull requests',
};

/** A job that has waited for longer is highlighted. */
const LONG_MS = 10 * 60_000;

const isLate = (since: string | null) => since !== null && Date.now() - Date.parse(since) > LONG_MS;

export function Queues({ queues }: { queues: Status['queues'] }) {
  return (
    <TableSection
      title="Queues"
      about="Jobs of all processes. Failed jobs are kept for 30 days."
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
        { head: 'Failed', number: true, cell: ({ failed }) => failures(failed) },
        {
          head: 'Oldest waiting',
          cell: ({ waiting_since: since }) =>
            since === null ? (
              '–'
            ) : (
              <>
                {isLate(since) && <Badge sign={['medium', 'waiting', 'late']} />} <When at={since} />
              </>
            ),
        },
      ]}
    />
  );
}

const amount = (resource: string, value: number): string =>
  resource === 'bytes' ? mebibytes(value) : value.toLocaleString('en');

export function Quotas({ quotas }: { quotas: Status['quotas'] }) {
  return (
    <TableSection
      title="Quotas"
      about="Organizations that use 80 % or more of a quota."
      caption="Organizations near a quota, the fullest first"
      rows={quotas}
      keyOf={(one) => `${one.org_id} ${one.resource}`}
      columns={[
        { head: 'Organization', cell: ({ login }) => <Name text={login} /> },
        { head: 'Resource', cell: ({ resource }) => resource },
        { head: 'Used', cell: ({ resource, used }) => amount(resource, used), number: true },
        { head: 'Limit', cell: ({ resource, limit }) => amount(resource, limit), number: true },
      ]}
    />
  );
}
