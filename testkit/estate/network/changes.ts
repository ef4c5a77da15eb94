import type { Change } from '../change.ts';
import { filterChanges } from './changes/filters.ts';
import { identityChanges } from './changes/identity.ts';
import { networkChanges } from './changes/networks.ts';

export const changes: readonly Change[] = [...filterChanges, ...identityChanges, ...networkChanges];
