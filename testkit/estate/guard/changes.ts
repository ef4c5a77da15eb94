import type { Change } from '../change.ts';
import { guardAudit } from './changes/audit.ts';
import { guardCompute } from './changes/compute.ts';
import { guardFleet } from './changes/fleet.ts';
import { guardIdentity } from './changes/identity.ts';
import { guardNetwork } from './changes/network.ts';

export const changes: readonly Change[] = [
  ...guardCompute,
  ...guardNetwork,
  ...guardIdentity,
  ...guardAudit,
  ...guardFleet,
];
