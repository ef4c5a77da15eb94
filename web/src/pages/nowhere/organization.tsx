import { Link, Outlet } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useIsOrganization } from '../../api/organization.ts';
import { useSession } from '../../api/session.ts';
import { useOrg } from '../../api/use-api.ts';
import { Name } from '../../ui/name.tsx';
import { Loading } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import styles from '../settings/settings.module.css';

/** The pages of the organization that the address names, where it is one that is seen; else the ways to those that are. */
export function OfOrganization() {
  const is = useIsOrganization();
  const org = useOrg();
  if (is === undefined) return <Loading what="the organization" height="60vh" />;
  if (!is) return <NoSuchOrganization />;
  return (
    // What was typed for one organization is not for the next one that is gone to.
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
          No organization has the id <Name mono>{useOrg()}</Name>, or you cannot see it. Sign in as somebody who can.
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
                  <Name>{name}</Name>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
