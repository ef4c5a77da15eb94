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
      title="No such organization"
      about={
        <>
          There is none with the id <Name mono>{useOrg()}</Name>, or it is one that you cannot see. It may have been
          removed, or belong to somebody that you are not signed in as.
        </>
      }
    >
      {organizations.length === 0 ? (
        <p>
          <Link to="/">To what you can see here</Link>
        </p>
      ) : (
        <Section title="Organizations that you can see">
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
