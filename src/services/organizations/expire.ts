import { AppError } from '../../base/errors.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { uninstalledBefore } from '../../store/queries/organization-deletions.ts';
import type { Base } from '../base/context.ts';
import type { WithCodeHosts } from '../webhooks/port.ts';
import type { WithBilling } from '../billing/port.ts';
import { detach } from './detach.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Removes the organizations whose App was taken away so many days ago. One that is kept by something, an analysis or a subscription
 * that goes on, is looked at the next time.
 */
export async function expireUninstalled(
  services: Base & WithCodeHosts & WithBilling,
  days: number,
  now: Date = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (const { id } of await uninstalledBefore(services.store.db, before)) {
    const organization = await getOrganization(services.store.db, id);
    const deps = { ...services, principal: { kind: 'system', name: 'retention' }, request_id: null } as const;
    if (organization)
      await detach(deps, organization, { before }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  }
}
