import { Link } from '@tanstack/react-router';
import { Empty } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';

/** An address that no page has, and so none stands around. */
export function NoPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** Something that does not exist. */
export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="Nothing at this address" action={<Link to="/">Back to overview</Link>}>
        It may have been removed, or belong to an organization that you cannot see.
      </Empty>
    </Page>
  );
}
