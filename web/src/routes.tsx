import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadPart } from './api/away.ts';
import { taking, textIn, withoutEmpty } from './api/search.ts';
import { sessionQuery } from './api/session.ts';
import { Frame } from './frame/frame.tsx';
import { analysesSearch } from './pages/analyses/queries.ts';
import { analysisSearch } from './pages/analysis/queries.ts';
import { incidentSearch } from './pages/incidents/queries.ts';
import { inventorySearch } from './pages/inventory/queries.ts';
import { overviewSearch } from './pages/overview/queries.ts';
import { NoPage, NotFound, OfOrganization, PageFailed } from './pages/nowhere/not-found.tsx';
import { rulesSearch } from './pages/settings/rules/search.ts';
import { repositoriesSearch } from './pages/repositories/queries.ts';
import { PagePending } from './ui/page.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet, notFoundComponent: NoPage });

/** A path of the dashboard to open after the sign-in; undefined for any other URL. */
const ownPath = (to: unknown): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : undefined;

type Load = () => Promise<{ Screen: () => ReactNode }>;

const lazy = (load: Load) => lazyRouteComponent(() => loadPart(load), 'Screen');

/** The route of a page. `search` picks the URL parameters that it uses; without it, the page gets all. */
const page = <Parent extends AnyRoute, const Path extends string, Search extends object = object>(
  parent: Parent,
  path: Path,
  load: Load,
  search: (raw: Record<string, unknown>) => Search = (raw) => raw as Search,
) => createRoute({ getParentRoute: () => parent, path, validateSearch: taking(search), component: lazy(load) });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: taking(({ to, error }): { to?: string; error?: string } => ({
    ...(ownPath(to) !== undefined && { to: ownPath(to) }),
    ...(typeof error === 'string' && { error }),
  })),
  // Loads the available sign-in methods before the page is shown, so that it does not jump. If that fails, it shows the
  // key.
  loader: ({ context }) => context.queries.ensureQueryData(sessionQuery()).catch(() => undefined),
  component: lazy(() => import('./pages/sign-in/page.tsx')),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery());
    if (session.signed_in) return { session };
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
  component: Frame,
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    const [first] = session.organizations;
    if (first !== undefined) throw redirect({ to: '/o/$org', params: { org: first.id }, replace: true });
  },
  component: lazy(() => import('./pages/nowhere/no-organization.tsx')),
});

/** The parent route of all pages of the organization in the URL. */
const organization = createRoute({ getParentRoute: () => signedIn, path: '/o/$org', component: OfOrganization });

const overview = page(organization, '/', () => import('./pages/overview/page.tsx'), overviewSearch);
const analyses = page(organization, '/analyses', () => import('./pages/analyses/page.tsx'), analysesSearch);
const analysis = page(organization, '/analyses/$id', () => import('./pages/analysis/page.tsx'), analysisSearch);
const finding = page(organization, '/analyses/$id/findings/$finding', () => import('./pages/finding/page.tsx'));
const incidents = page(organization, '/incidents', () => import('./pages/incidents/page.tsx'), incidentSearch);
const incident = page(organization, '/incidents/$id', () => import('./pages/incident/page.tsx'));
const inventory = page(organization, '/inventory', () => import('./pages/inventory/page.tsx'), inventorySearch);
const unmanaged = page(organization, '/inventory/$object', () => import('./pages/unmanaged/page.tsx'));
const states = page(organization, '/repositories', () => import('./pages/repositories/page.tsx'), repositoriesSearch);

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  beforeLoad: ({ location, params }) => {
    if (/\/settings\/?$/.test(location.pathname))
      throw redirect({ to: '/o/$org/settings/connections', params, replace: true });
  },
  component: Outlet,
});

const settingsPages = [
  page(settings, '/connections', () => import('./pages/settings/connections/page.tsx')),
  page(settings, '/cloud', () => import('./pages/settings/cloud/page.tsx')),
  page(settings, '/schedule', () => import('./pages/settings/schedule.tsx')),
  // The URL may contain the fields of a new rule, so that pages that show drift can link to a rule that ignores it.
  page(settings, '/ignore-rules', () => import('./pages/settings/rules/page.tsx'), rulesSearch),
  page(settings, '/organization', () => import('./pages/settings/organization.tsx')),
  page(settings, '/notifications', () => import('./pages/settings/hooks/page.tsx')),
  page(settings, '/keys', () => import('./pages/settings/keys/page.tsx')),
  page(settings, '/sessions', () => import('./pages/settings/sessions.tsx')),
  page(
    settings,
    '/audit',
    () => import('./pages/settings/audit.tsx'),
    ({ action }) => withoutEmpty({ action: textIn(action) }),
  ),
] as const;

const operator = page(signedIn, '/operator', () => import('./pages/operator/page.tsx'));

const tree = root.addChildren([
  signIn,
  signedIn.addChildren([
    home,
    organization.addChildren([
      overview,
      analyses,
      analysis,
      finding,
      incidents,
      incident,
      inventory,
      unmanaged,
      states,
      settings.addChildren(settingsPages),
    ]),
    operator,
  ]),
]);

/** The routes of all pages. A page's code is loaded when it is opened, or when a link to it is hovered. */
export const createRoutes = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PagePending,
  });

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface Register {
    router: ReturnType<typeof createRoutes>;
  }
}
