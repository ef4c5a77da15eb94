import { type Sign, Badge } from '../../ui/badge.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { duration, Name } from '../../ui/text.tsx';
import { Table } from '../../ui/table.tsx';
import styles from '../settings/settings.module.css';
import { type Status, useStatus } from './queries.ts';
import { useChange, usePages } from '../../api/use-api.ts';
import { Asked, Empty, Note } from '../../ui/notes.tsx';
import { SessionList } from '../settings/sessions.tsx';
import { useSession } from '../../api/session.ts';
import { DeadDeliveries, FailedMessages, Providers, Queues, Quotas } from './tables.tsx';
import { Organizations } from './organizations.tsx';

function limitStatus({ degraded, counted_in: where }: Status['limits']): Sign {
  if (degraded) return ['high', 'failed', 'Redis is down: counted per process'];
  return ['good', 'good', where === 'redis' ? 'shared in Redis' : 'per process'];
}

/** The rate limits, and the settings of the process. */
export function Limits({ limits, settings }: Pick<Status, 'limits' | 'settings'>) {
  const aMinute = (count: number) => `${count.toLocaleString('en')} a minute`;
  return (
    <Section
      title="Limits"
      about="Set in the server’s environment. Changes apply at its next start."
      actions={<Badge sign={limitStatus(limits)} />}
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
                    {value === null ? 'not set' : <Name mono text={value} />}
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

export function OperatorSessions() {
  const query = usePages('/api/v1/operator/sessions', { limit: 50 });
  return (
    <SessionList
      title="Sessions"
      about="Where the operator is signed in. Sessions end after 8 hours. The instance’s audit log lists each by its id."
      query={query}
      empty={<Empty title="No sessions" />}
      head="Session"
      who={({ id }) => <code>{id}</code>}
      nameOf={({ id }) => id}
      end={useChange('delete', '/api/v1/operator/sessions/{session_id}', ['operator', 'session'])}
    >
      {({ current }) => (
        <p>
          {current ? 'This browser is signed out at once' : 'Whoever uses it is signed out at once'}, and so are
          sessions that were opened by links from it. The operator key can sign in again: to keep somebody out, start
          the server with another one.
        </p>
      )}
    </SessionList>
  );
}

/** The status of the instance, with the operator's actions. */
export function Screen() {
  const { session } = useSession();
  return (
    <Page
      title="Operator"
      doc="docs/dashboard.md#the-operators-page"
      about="This instance of Plumbline, with all its organizations."
    >
      {session.kind === 'operator' ? (
        <Standing />
      ) : (
        <Note>
          <p>
            This page is for whoever operates this server: sign in with the operator key. You are signed in as{' '}
            {session.name}.
          </p>
        </Note>
      )}
    </Page>
  );
}

function Standing() {
  const query = useStatus();
  return (
    <>
      <Asked query={query} what="the status" height="30rem">
        {(status) => (
          <>
            <Instance status={status} />
            <Queues queues={status.queues} />
            <DeadDeliveries dead={status.dead_deliveries} />
            <FailedMessages failed={status.failed_messages} />
            <Quotas quotas={status.quotas} />
            <Providers providers={status.providers} />
            <Limits limits={status.limits} settings={status.settings} />
          </>
        )}
      </Asked>
      <Organizations />
      <OperatorSessions />
    </>
  );
}

function Instance({ status }: { status: Status }) {
  const { version, uptime, database, organizations, sandbox } = status;
  return (
    <Section title="This instance">
      <Facts
        facts={{
          Version: version,
          Uptime: duration(uptime * 1000),
          Database: (
            <span className={styles.line}>
              {database.kind === 'postgres' ? 'Postgres' : 'embedded'}
              <Badge sign={database.ok ? ['good', 'good', 'connected'] : ['critical', 'failed', 'not responding']} />
            </span>
          ),
          'Row-level security': database.row_security === null ? 'unknown' : database.row_security ? 'on' : 'off',
          'Provider sandbox': [sandbox.level, ...sandbox.missing].join('. '),
          Organizations: organizations?.toLocaleString('en') ?? 'unknown',
        }}
      />
    </Section>
  );
}
