import type { Change } from '../change.ts';
import { catalogChanges } from './changes/apps-catalog.ts';
import { gatewayChanges } from './changes/apps-gateway.ts';
import { identityChanges } from './changes/apps-identity.ts';
import { messageChanges } from './changes/apps-messages.ts';
import { platformChanges } from './changes/apps-platform.ts';

export const changes: readonly Change[] = [
  ...gatewayChanges,
  ...identityChanges,
  ...messageChanges,
  ...platformChanges,
  ...catalogChanges,
];
