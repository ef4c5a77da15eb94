/** The pages of an organization, in the order of the bar. */
export const ORGANIZATION_PAGES = [
  { to: '/o/$org', title: 'Overview', exact: true },
  { to: '/o/$org/analyses', title: 'Analyses', exact: false },
  { to: '/o/$org/incidents', title: 'Incidents', exact: false },
  { to: '/o/$org/inventory', title: 'Inventory', exact: false },
  { to: '/o/$org/repositories', title: 'States', exact: false },
  { to: '/o/$org/settings', title: 'Settings', exact: false },
] as const;

export const SETTINGS_PAGES = [
  { to: '/o/$org/settings/connections', title: 'Connections' },
  { to: '/o/$org/settings/schedule', title: 'Schedule' },
  { to: '/o/$org/settings/ignore-rules', title: 'Ignore rules' },
  { to: '/o/$org/settings/organization', title: 'Organization' },
  { to: '/o/$org/settings/notifications', title: 'Notifications' },
  { to: '/o/$org/settings/keys', title: 'API keys' },
  { to: '/o/$org/settings/sessions', title: 'Sessions' },
  { to: '/o/$org/settings/audit', title: 'Audit log' },
] as const;
