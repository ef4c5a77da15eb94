/** What Plumbline needs of an installation: to read what states belong to, and to tell what has drifted. */
export const NEEDED_PERMISSIONS: Readonly<Record<string, string>> = {
  metadata: 'read',
  contents: 'read',
  checks: 'write',
  pull_requests: 'write',
};

const RANKS = ['read', 'write', 'admin'];

type Granted = Readonly<Record<string, string>>;

const covers = (granted: Granted, name: string, level: string) =>
  RANKS.indexOf(granted[name] ?? '') >= RANKS.indexOf(level);

/** The permissions that an installation lacks, as they are called at the code host: `checks: write`; none while that is not known. */
export function lackingPermissions(granted: Granted | null): string[] {
  if (granted === null) return [];
  return Object.entries(NEEDED_PERMISSIONS)
    .filter(([name, level]) => !covers(granted, name, level))
    .map(([name, level]) => `${name}: ${level}`);
}

/** Whether an installation grants what a problem named: `checks=write`, `checks: write`. True where that names none. */
export function grants(granted: Granted, permission: string): boolean {
  const [, name, level] = /^(\w+)\W+(read|write|admin)$/.exec(permission) ?? [];
  return name === undefined || level === undefined || covers(granted, name, level);
}
