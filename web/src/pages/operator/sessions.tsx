import { Empty } from '../../ui/notes.tsx';
import { SessionList } from '../settings/session-list.tsx';
import { endOperatorSession, operatorSessionsQuery } from './queries.ts';

/** Where the operator key is signed in, and a way to end that. */
export function OperatorSessions() {
  return (
    <SessionList
      title="Sessions"
      about="Where the operator is signed in. Sessions end after 8 hours. The instance’s audit log lists each by its id."
      query={operatorSessionsQuery()}
      empty={<Empty title="No sessions" />}
      head="Session"
      who={({ id }) => <code>{id}</code>}
      nameOf={({ id }) => id}
      end={({ id }) => endOperatorSession(id)}
      stale={[['session']]}
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
