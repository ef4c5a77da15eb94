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
import { loadPart } from './api/away.ts';
import { taking } from './api/search.ts';
import { sessionQuery } from './api/session.ts';
import { Frame } from './frame/frame.tsx';
import { analysesSearch } from './pages/analyses/search.ts';
import { analysisSearch } from './pages/analysis/search.ts';
import { incidentSearch } from './pages/incidents/search.ts';
import { NoPage, NotFound, OfOrganization, PageFailed } from './pages/nowhere/not-found.tsx';
import { wantedRule, type WantedRule } from './pages/settings/rules/wanted.ts';
import { repositoriesSearch } from './pages/repositories/search.ts';
import { PagePending } from './ui/page.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet, notFoundComponent: NoPage });

/** A path of ours to go on to after signing in; anything else is nowhere. */
const ownPath = (to: unknown): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : undefined;

const part = <Part extends Record<string, unknown>, Name extends keyof Part>(load: () => Promise<Part>, name: Name) =>
  lazyRouteComponent(() => loadPart(load), name);

/** A page that takes nothing of its address. */
const page = <Parent extends AnyRoute, const Path extends string, Part extends Record<string, unknown>>(
  parent: Parent,
  path: Path,
  load: () => Promise<Part>,
  name: keyof Part & string,
) => createRoute({ getParentRoute: () => parent, path, component: part(load, name) });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: taking(({ to, error }): { to?: string; error?: string } => ({
    ...(ownPath(to) !== undefined && { to: ownPath(to) }),
    ...(typeof error === 'string' && { error }),
  })),
  // Which ways there are is known before the page is shown, so that nothing moves; without an answer there is the key.
  loader: ({ context }) => context.queries.ensureQueryData(sessionQuery()).catch(() => undefined),
  component: part(() => import('./pages/sign-in/page.tsx'), 'SignInPage'),
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
  component: part(() => import('./pages/nowhere/no-organization.tsx'), 'NoOrganization'),
});

/** Everything below belongs to the organization in the address. */
const organization = createRoute({ getParentRoute: () => signedIn, path: '/o/$org', component: OfOrganization });

const overview = page(organization, '/', () => import('./pages/overview/page.tsx'), 'OverviewPage');

const incidents = createRoute({
  getParentRoute: () => organization,
  path: '/incidents',
  validateSearch: taking(incidentSearch),
  component: part(() => import('./pages/incidents/page.tsx'), 'IncidentsPage'),
});

const incident = page(organization, '/incidents/$id', () => import('./pages/incident/page.tsx'), 'IncidentPage');

const repositories = createRoute({
  getParentRoute: () => organization,
  path: '/repositories',
  validateSearch: taking(repositoriesSearch),
  component: part(() => import('./pages/repositories/page.tsx'), 'RepositoriesPage'),
});

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  beforeLoad: ({ location, params }) => {
    if (/\/settings\/?$/.test(location.pathname))
      throw redirect({ to: '/o/$org/settings/cloud', params, replace: true });
  },
  component: Outlet,
});

const cloudSettings = page(settings, '/cloud', () => import('./pages/settings/cloud/page.tsx'), 'CloudPage');
const scheduleSettings = page(settings, '/schedule', () => import('./pages/settings/schedule.tsx'), 'SchedulePage');
const organizationSettings = page(
  settings,
  '/organization',
  () => import('./pages/settings/organization.tsx'),
  'OrganizationPage',
);

const ignoreRules = createRoute({
  getParentRoute: () => settings,
  path: '/ignore-rules',
  // What a new rule is to be about, so that a page that shows drift can link to ignoring it.
  validateSearch: taking(({ rule }): { rule?: WantedRule } => {
    const wanted = wantedRule(rule);
    return wanted ? { rule: wanted } : {};
  }),
  component: part(() => import('./pages/settings/rules/page.tsx'), 'IgnoreRulesPage'),
});

const notifications = page(
  settings,
  '/notifications',
  () => import('./pages/settings/hooks/page.tsx'),
  'NotificationsPage',
);
const keys = page(settings, '/keys', () => import('./pages/settings/keys/page.tsx'), 'KeysPage');
const sessions = page(settings, '/sessions', () => import('./pages/settings/sessions.tsx'), 'SessionsPage');

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: taking(({ action }): { action?: string } =>
    typeof action === 'string' && action !== '' ? { action } : {},
  ),
  component: part(() => import('./pages/settings/audit.tsx'), 'AuditPage'),
});

const operator = page(signedIn, '/operator', () => import('./pages/operator/page.tsx'), 'OperatorPage');

const settingsPages = [
  cloudSettings,
  scheduleSettings,
  ignoreRules,
  organizationSettings,
  notifications,
  keys,
  sessions,
  audit,
] as const;

const analyses = createRoute({
  getParentRoute: () => organization,
  path: '/analyses',
  validateSearch: taking(analysesSearch),
  component: part(() => import('./pages/analyses/page.tsx'), 'AnalysesPage'),
});

const analysis = createRoute({
  getParentRoute: () => organization,
  path: '/analyses/$id',
  validateSearch: taking(analysisSearch),
  component: part(() => import('./pages/analysis/page.tsx'), 'AnalysisPage'),
});

const tree = root.addChildren([
  signIn,
  signedIn.addChildren([
    home,
    organization.addChildren([
      overview,
      analyses,
      analysis,
      incidents,
      incident,
      repositories,
      settings.addChildren(settingsPages),
    ]),
    operator,
  ]),
]);

/** The pages there are. Each but the frame is loaded when it is opened, or when a link to it is pointed at. */
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
