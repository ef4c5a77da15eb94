import { useSession } from '../../api/session.ts';
import { Empty } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateOrganization } from '../operator/organizations.tsx';

export function Screen() {
  const { session } = useSession();
  return (
    <Page title="No organization">
      {session.kind === 'operator' ? (
        <Empty title="No organizations yet" action={<CreateOrganization />}>
          Create the first one: it has its own states, credentials and keys. An installed GitHub App creates its own.
        </Empty>
      ) : (
        <Empty title="No access to an organization">
          Ask an owner of your GitHub organization to install Plumbline, or to let you see one of its repositories. Then
          sign in again.
        </Empty>
      )}
    </Page>
  );
}
