import type { Change } from '../change.ts';
import { identityChanges } from './changes/identity.ts';
import { networkChanges } from './changes/network.ts';
import { platformChanges } from './changes/platform.ts';
import { storageChanges } from './changes/storage.ts';
import { workloadChanges } from './changes/workload.ts';

export const changes: readonly Change[] = [
  ...identityChanges,
  ...networkChanges,
  ...storageChanges,
  ...platformChanges,
  ...workloadChanges,
];
