import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAway } from '../api/away.ts';
import { useIsOrganization } from '../api/organization.ts';
import { unreachable } from '../api/problem.ts';
import styles from './frame.module.css';
import { OrganizationMenu, PersonMenu } from './menus.tsx';

export const ORGANIZATION_PAGES = [
  { to: '/o/$org', title: 'Overview', exact: true },
  { to: '/o/$org/analyses', title: 'Analyses', exact: false },
  { to: '/o/$org/incidents', title: 'Incidents', exact: false },
  { to: '/o/$org/repositories', title: 'States', exact: false },
  { to: '/o/$org/settings', title: 'Settings', exact: false },
] as const;

/** Where the bar is too narrow for all pages, the one that is open comes into sight. */
function usePageInSight() {
  const pages = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    pages.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with another page another link is the current one
  }, [pathname]);
  return pages;
}

/** Who follows a link that is gone with its page goes on at the beginning of the next one, not of the bar. */
function useFocusOnPage() {
  const content = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const { activeElement: at } = document;
        const isLost = at === null || at === document.body || content.current?.contains(at);
        if (fromLocation !== undefined && pathChanged && isLost) content.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return content;
}

/** The frame of every page behind the sign-in. */
export function Frame() {
  const { org } = useParams({ strict: false });
  const isThere = useIsOrganization();
  const away = useAway();
  const pages = usePageInSight();
  const content = useFocusOnPage();
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <img src="/icon.svg" alt="" />
          <span className={styles.word}>Plumbline</span>
        </Link>
        {org !== undefined && isThere !== false && (
          <nav ref={pages} aria-label="Pages" className={styles.nav}>
            {ORGANIZATION_PAGES.map(({ to, title, exact }) => (
              <Link key={to} to={to} params={{ org }} activeOptions={{ exact, includeSearch: false }}>
                {title}
              </Link>
            ))}
          </nav>
        )}
        <div className={styles.side}>
          <OrganizationMenu org={org} />
          <PersonMenu />
        </div>
      </header>
      <main ref={content} id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <div role="status" className={styles.away}>
        {away && unreachable().message}
      </div>
    </>
  );
}
