import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, type Api } from '../../api/client.ts';
import { pagesOf } from '../../api/pages.ts';
import type { components } from '../../api/schema.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Name } from '../../ui/name.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { Needs, SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

type OneSession = components['schemas']['OrganizationSession'];

const sessionsQuery = (api: Api, org: string) =>
  pagesOf([org, 'sessions'], (from, signal) =>
    api.GET('/api/v1/orgs/{org_id}/sessions', {
      params: { path: { org_id: org }, query: { limit: 50, ...from } },
      signal,
    }),
  );

/** Who is signed in to the organization, and a way to end that. */
export function SessionsPage() {
  return (
    <SettingsPage title="Sessions" about="Who is signed in here by a browser. A session ends by itself after 8 hours.">
      <Needs scope="admin" what="Sessions of others are seen by those who may administer the organization.">
        <Sessions />
      </Needs>
    </SettingsPage>
  );
}

function Sessions() {
  const query = useInfiniteQuery(sessionsQuery(useApi(), useOrg()));
  const [ending, setEnding] = useState<OneSession>();
  return (
    <>
      <Section title="Signed in now">
        <Rows
          query={query}
          what="the sessions"
          more="sessions"
          height="12rem"
          empty={
            <Empty title="Nobody is signed in to this organization">
              The operator’s own sessions are not listed here.
            </Empty>
          }
        >
          {(sessions) => <SessionTable sessions={sessions} onEnd={setEnding} />}
        </Rows>
      </Section>
      {ending && <End session={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function SessionTable({ sessions, onEnd }: { sessions: readonly OneSession[]; onEnd: (one: OneSession) => void }) {
  return (
    <Table
      caption="Sessions, newest first"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Who',
          cell: ({ name, current, ...one }) => (
            <span className={styles.line}>
              <Name>{name}</Name>
              {one.hint !== null && <code className={styles.muted}>…{one.hint}</code>}
              {current && (
                <Badge tone="low" icon="good">
                  this one
                </Badge>
              )}
            </span>
          ),
        },
        { head: 'Scope', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'not yet' : <When at={at} />) },
        { head: 'Ends', cell: ({ expires_at }) => <When at={expires_at} /> },
        {
          head: 'Change',
          cell: (one) => (
            <Button small look="danger" aria-label={`End it: the session of ${one.name}`} onClick={() => onEnd(one)}>
              End it
            </Button>
          ),
        },
      ]}
    />
  );
}

function End({ session, onClose }: { session: OneSession; onClose: () => void }) {
  const [api, org] = [useApi(), useOrg()];
  const end = useChange(
    () =>
      ask(
        api.DELETE('/api/v1/orgs/{org_id}/sessions/{session_id}', {
          params: { path: { org_id: org, session_id: session.id } },
        }),
      ),
    { stale: [[org, 'sessions'], ['session']], onSuccess: onClose },
  );
  return (
    <Confirm
      title="End the session?"
      open
      onClose={onClose}
      action="End the session"
      change={end}
      onConfirm={() => end.mutate(undefined)}
    >
      <p>
        <Name>{session.name}</Name> is signed out at once{session.current ? ': that is you' : ''}, and can sign in again{' '}
        {session.kind === 'key'
          ? 'as long as the key works. To keep somebody out, revoke the key.'
          : 'as long as GitHub lets them see the organization. To keep somebody out, take that from them there.'}
      </p>
    </Confirm>
  );
}
