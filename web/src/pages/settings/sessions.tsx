import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/schema.ts';
import { useChange, usePages } from '../../api/use-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/form.tsx';
import { Empty, Rows, type ListQuery } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Name, When } from '../../ui/text.tsx';
import { SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

export function Screen() {
  return (
    <SettingsPage
      doc="docs/dashboard.md#the-cookie"
      title="Sessions"
      about="Who is signed in with a browser. Sessions end after 8 hours."
      forAdmins="Only administrators of the organization see sessions."
    >
      <Sessions />
    </SettingsPage>
  );
}

function Sessions() {
  const query = usePages('/api/v1/orgs/{org_id}/sessions', { limit: 50 });
  return (
    <SessionList
      title="Active sessions"
      query={query}
      empty={<Empty title="No sessions">The operator’s own sessions are on the operator’s page.</Empty>}
      head="Who"
      who={({ name, hint }) => (
        <>
          <Name text={name} />
          {hint !== null && <code className={styles.muted}>…{hint}</code>}
        </>
      )}
      nameOf={({ name }) => `of ${name}`}
      more={[{ head: 'Scope', cell: ({ scopes }) => scopes.join(', ') }]}
      end={useChange('delete', '/api/v1/orgs/{org_id}/sessions/{session_id}', ['sessions', 'session'])}
    >
      {({ name, kind, current }) => (
        <p>
          <Name text={name} /> is signed out at once{current ? ': that is you' : ''}, and can sign in again{' '}
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

type Props<One> = {
  title: string;
  about?: string;
  query: ListQuery<One>;
  empty: ReactNode;
  end: UseMutationResult<unknown, Error, { session_id: string }>;
  head: string;
  who: (one: One) => ReactNode;
  /** The session's name, to append to `Sign out: session`. */
  nameOf: (one: One) => string;
  more?: readonly Column<One>[];
  /** The text of the confirmation. */
  children: (one: One) => ReactNode;
};

/** Active sessions, each with a button to end it. */
export function SessionList<One extends Known>(props: Props<One>) {
  const { title, about, query, empty, end, head, who, nameOf, more = [], children } = props;
  return (
    <Section title={title} about={about}>
      <Rows query={query} what="sessions" height="12rem" empty={empty}>
        {(sessions) => (
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
                  <ConfirmButton
                    small
                    look="danger"
                    aria-label={`Sign out: session ${nameOf(one)}`}
                    label="Sign out"
                    title="Sign out?"
                    action="Sign out"
                    change={end}
                    input={{ session_id: one.id }}
                  >
                    {children(one)}
                  </ConfirmButton>
                ),
              },
            ]}
          />
        )}
      </Rows>
    </Section>
  );
}
