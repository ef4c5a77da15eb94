import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { Asked } from '../../ui/asked.tsx';
import { SignBadge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { duration } from '../../ui/when.tsx';
import styles from '../settings/settings.module.css';
import { FailedMessages } from './failed-messages.tsx';
import { DeadDeliveries } from './dead-deliveries.tsx';
import { Limits } from './limits.tsx';
import { Organizations } from './organizations.tsx';
import { Providers } from './providers.tsx';
import { Queues } from './queues.tsx';
import { Quotas } from './quotas.tsx';
import { OperatorSessions } from './sessions.tsx';
import { statusQuery, type Status } from './queries.ts';

/** How the instance stands, and what its operator can do about it. */
export function OperatorPage() {
  const { session } = useSession();
  return (
    <Page title="Operator" about="This instance of Plumbline, with all its organizations.">
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
  const query = useQuery(statusQuery());
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
              <SignBadge
                sign={database.ok ? ['good', 'good', 'connected'] : ['critical', 'failed', 'not responding']}
              />
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
