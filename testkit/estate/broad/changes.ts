import type { Change } from '../change.ts';
import { catalogChanges } from './changes/apps-catalog.ts';
import { gatewayChanges } from './changes/apps-gateway.ts';
import { identityChanges } from './changes/apps-identity.ts';
import { messageChanges } from './changes/apps-messages.ts';
import { platformChanges } from './changes/apps-platform.ts';
import { dataBucketChanges } from './changes/data-buckets.ts';
import { dataCatalogChanges } from './changes/data-catalog.ts';
import { dataDatabaseChanges } from './changes/data-databases.ts';
import { dataStreamChanges } from './changes/data-streams.ts';

export const changes: readonly Change[] = [
  ...dataCatalogChanges,
  ...dataDatabaseChanges,
  ...dataStreamChanges,
  ...dataBucketChanges,
  ...gatewayChanges,
  ...identityChanges,
  ...messageChanges,
  ...platformChanges,
  ...catalogChanges,
];
