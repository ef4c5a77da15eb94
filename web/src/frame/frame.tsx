import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { loadPart, useAway } from '../api/away.ts';
import { useIsOrganization } from '../api/organization.ts';
import { unreachable } from '../api/problem.ts';
import { Icon } from '../ui/badge.tsx';
import styles from './frame.module.css';
import { useKeys } from './keys.ts';
import { OrganizationMenu, PersonMenu } from './menus.tsx';
import { ORGANIZATION_PAGES } from './pages.ts';

const Palette = lazy(() => loadPart(() => import('./palette.tsx')).then((part) => ({ default: part.Palette })));

/** Scrolls the link of the current page into view, for screens too narrow for all links of the bar. */
function usePageInSight() {
  const pages = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    pages.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with another page another link is the current one
  }, [pathname]);
  return pages;
}

/**
 * Moves the focus to the content of a new page if the followed link was on the previous page. Otherwise the keyboard
 * would start again at the bar.
 */
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
  const [isSeeking, setSeeking] = useState(false);
  const seek = useCallback(() => setSeeking(true), []);
  useKeys(seek);
  const isOpen = org !== undefined && isThere !== false;
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
        {isOpen && (
          <nav ref={pages} aria-label="Pages" className={styles.nav}>
            {ORGANIZATION_PAGES.map(({ to, title, exact }) => (
              <Link key={to} to={to} params={{ org }} activeOptions={{ exact, includeSearch: false }}>
                {title}
              </Link>
            ))}
          </nav>
        )}
        <div className={styles.side}>
          {isOpen && (
            <button type="button" className={styles.trigger} aria-keyshortcuts="Control+K" onClick={seek}>
              <Icon name="search" />
              <span className={styles.word}>Go to…</span>
              <kbd className={styles.keys}>Ctrl K</kbd>
            </button>
          )}
          <OrganizationMenu org={org} />
          <PersonMenu />
        </div>
      </header>
      <main ref={content} id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      {isSeeking && isOpen && (
        <Suspense>
          <Palette org={org} onClose={() => setSeeking(false)} />
        </Suspense>
      )}
      <div role="status" className={styles.away}>
        {away && unreachable().message}
      </div>
    </>
  );
}
