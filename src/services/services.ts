import type { Base } from './base/context.ts';
import type { WithBilling } from './billing/port.ts';
import type { WithClouds } from './clouds/port.ts';
import type { WithApps } from './codehosts/port.ts';
import type { WithIdentity } from './identity/identity.ts';
import type { WithMemory } from './memory/services.ts';
import type { WithPoster } from './notifications/address.ts';
import type { WithProviderRules } from './provider-settings/manage.ts';
import type { WithProviderTrials } from './provider-settings/port.ts';
import type { WithQuotas } from './quotas/quotas.ts';
import type { WithVault } from './secrets/vault.ts';
import type { WithStateSources } from './state-sources/port.ts';
import type { WithSignIns } from './sessions/code-host.ts';
import type { WithDeliveryBuffer } from './webhooks/delivery-buffer.ts';
import type { WithCodeHosts } from './webhooks/port.ts';

/** The dependencies of all use cases, created once in `server/compose.ts`. No use case asks for all of them. */
export type Services = Base &
  WithApps &
  WithBilling &
  WithClouds &
  WithCodeHosts &
  WithDeliveryBuffer &
  WithIdentity &
  WithMemory &
  WithPoster &
  WithProviderRules &
  WithProviderTrials &
  WithQuotas &
  WithSignIns &
  WithStateSources &
  WithVault;
