import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ask, type Api } from '../../api/client.ts';
import { pagesOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useApi, useChange, useOrg } from '../../api/use-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/form.tsx';
import { Empty, Rows, type ListQuery } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Name, When } from '../../ui/text.tsx';
import { Needs, SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

const sessionsQuery = (api: Api, org: string) =>
  pagesOf([org, 'sessions'], api, '/api/v1/orgs/{org_id}/sessions', { path: { org_id: org }, query: { limit: 50 } });

export function SessionsPage() {
  return (
    <SettingsPage title="Sessions" about="Who is signed in with a browser. Sessions end after 8 hours.">
      <Needs scope="admin" what="Only administrators of the organization see sessions.">
        <Sessions />
      </Needs>
    </SettingsPage>
  );
}

function Sessions() {
  const [api, org] = [useApi(), useOrg()];
  return (
    <SessionList
      title="Active sessions"
      query={useInfiniteQuery(sessionsQuery(api, org))}
      empty={<Empty title="No sessions">The operator’s own sessions are on the operator’s page.</Empty>}
      head="Who"
      who={({ name, hint }) => (
        <>
          <Name>{name}</Name>
          {hint !== null && <code className={styles.muted}>…{hint}</code>}
        </>
      )}
      nameOf={({ name }) => `of ${name}`}
      more={[{ head: 'Scope', cell: ({ scopes }) => scopes.join(', ') }]}
      end={({ id }) =>
        ask(
          api.DELETE('/api/v1/orgs/{org_id}/sessions/{session_id}', {
            params: { path: { org_id: org, session_id: id } },
          }),
        )
      }
      stale={[[org, 'sessions'], ['session']]}
    >
      {({ name, kind, current }) => (
        <p>
          <Name>{name}</Name> is signed out at once{current ? ': that is you' : ''}, and can sign in again{' '}
          {kind === 'key'
            ? 'as long as the key works. To keep somebody out, revoke the key.'
            : 'as long as GitHub lets them see the organization. To keep somebody out, take that from them there.'}
        </p>
      )}
    </SessionList>
  );
}

/** The fields that sessions of an organization and of the operator share. */
type Known = Pick<
  components['schemas']['OperatorSession'],
  'id' | 'created_at' | 'last_used_at' | 'expires_at' | 'current'
>;

/** How a session is shown and named. */
type Kind<One> = {
  head: string;
  who: (one: One) => ReactNode;
  /** Its name, after `Sign out: session`. */
  nameOf: (one: One) => string;
  more?: readonly Column<One>[];
};

type Props<One> = Kind<One> & {
  title: string;
  about?: string;
  query: ListQuery<One>;
  empty: ReactNode;
  end: (one: One) => Promise<unknown>;
  /** The queries to read again when one has ended. */
  stale: readonly QueryKey[];
  /** The text of the confirmation. */
  children: (one: One) => ReactNode;
};

/** Sessions that are not over, and a way to end one. */
export function SessionList<One extends Known>(props: Props<One>) {
  const { title, about, empty, end, stale, children, query, ...kind } = props;
  const [ending, setEnding] = useState<One>();
  const onClose = () => setEnding(undefined);
  const change = useChange(end, { stale, onSuccess: onClose });
  const choose = (one: One) => {
    change.reset();
    setEnding(one);
  };
  return (
    <>
      <Section title={title} {...(about !== undefined && { about })}>
        <Rows query={query} what="the sessions" more="sessions" height="12rem" empty={empty}>
          {(sessions) => <SessionTable {...kind} sessions={sessions} onEnd={choose} />}
        </Rows>
      </Section>
      {ending && (
        <Confirm
          title="Sign out?"
          onClose={onClose}
          action="Sign out"
          change={change}
          onConfirm={() => change.mutate(ending)}
        >
          {children(ending)}
        </Confirm>
      )}
    </>
  );
}

function SessionTable<One extends Known>({
  head,
  who,
  nameOf,
  more = [],
  sessions,
  onEnd,
}: Kind<One> & { sessions: readonly One[]; onEnd: (one: One) => void }) {
  return (
    <Table
      caption="Sessions, newest first"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          head,
          cell: (one) => (
            <span className={styles.line}>
              {who(one)}
              {one.current && <Badge sign={['low', 'good', 'this one']} />}
            </span>
          ),
        },
        ...more,
        { head: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'not yet' : <When at={at} />) },
        { head: 'Ends', cell: ({ expires_at }) => <When at={expires_at} /> },
        {
          head: 'Actions',
          cell: (one) => (
            <Button small look="danger" aria-label={`Sign out: session ${nameOf(one)}`} onClick={() => onEnd(one)}>
              Sign out
            </Button>
          ),
        },
      ]}
    />
  );
}
