import type { Change } from './change.ts';
import { identityChanges } from './drift/identity.ts';
import { networkChanges } from './drift/network.ts';
import { platformChanges } from './drift/platform.ts';
import { storageChanges } from './drift/storage.ts';
import { workloadChanges } from './drift/workload.ts';

/** Everything that happens to the estate behind Terraform's back. No change touches what another one needs. */
export const changes: readonly Change[] = [
  ...identityChanges,
  ...networkChanges,
  ...storageChanges,
  ...platformChanges,
  ...workloadChanges,
];
