import { type ErrorComponentProps, Link, Outlet, useRouter } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Empty, Loading, ProblemNote } from '../../ui/notes.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useIsOrganization } from '../../api/organization.ts';
import { useSession } from '../../api/session.ts';
import { useOrg } from '../../api/use-api.ts';
import { Name } from '../../ui/text.tsx';
import styles from '../settings/settings.module.css';

/** The page for an unknown URL. It has no frame around it. */
export function NoPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="No such page" action={<Link to="/">Back to overview</Link>}>
        It may have been removed, or belong to an organization that you cannot see.
      </Empty>
    </Page>
  );
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page title="Page failed">
      <ProblemNote
        error={error}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}

/** The pages of the organization in the URL. If the caller may not see it, links to the caller's organizations. */
export function OfOrganization() {
  const is = useIsOrganization();
  const org = useOrg();
  if (is === undefined) return <Loading what="the organization" height="60vh" />;
  if (!is) return <NoSuchOrganization />;
  return (
    // The key resets the pages' state when the organization changes: typed text belongs to one organization.
    <Fragment key={org}>
      <Outlet />
    </Fragment>
  );
}

function NoSuchOrganization() {
  const { organizations } = useSession();
  return (
    <Page
      title="Organization not found"
      about={
        <>
          No organization has the id <Name mono text={useOrg()} />, or you cannot see it. Sign in as somebody who can.
        </>
      }
    >
      {organizations.length === 0 ? (
        <p>
          <Link to="/">Back to overview</Link>
        </p>
      ) : (
        <Section title="Your organizations">
          <ul className={styles.cards}>
            {organizations.map(({ id, name }) => (
              <li key={id}>
                <Link to="/o/$org" params={{ org: id }}>
                  <Name text={name} />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
