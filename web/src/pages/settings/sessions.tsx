import { type Api, ask } from '../../api/client.ts';
import { pagesOf } from '../../api/queries.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Name } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Needs, SettingsPage } from './layout.tsx';
import { SessionList } from './session-list.tsx';
import styles from './settings.module.css';

const sessionsQuery = (api: Api, org: string) =>
  pagesOf([org, 'sessions'], api, '/api/v1/orgs/{org_id}/sessions', { path: { org_id: org }, query: { limit: 50 } });

/** Who is signed in to the organization, and a way to end that. */
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
      query={sessionsQuery(api, org)}
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
      stale={[['session']]}
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
