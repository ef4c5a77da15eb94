export const ORGANIZATION_PAGES = [
  { to: '/o/$org', title: 'Overview', exact: true },
  { to: '/o/$org/analyses', title: 'Analyses', exact: false },
  { to: '/o/$org/incidents', title: 'Incidents', exact: false },
  { to: '/o/$org/repositories', title: 'States', exact: false },
  { to: '/o/$org/settings', title: 'Settings', exact: false },
] as const;
