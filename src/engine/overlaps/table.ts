import { CLOUDS } from './types/clouds.ts';
import { COMPUTE } from './types/compute.ts';
import { DATA } from './types/data.ts';
import { DOCUMENTS } from './types/documents.ts';
import type { Overlap } from './match/overlap.ts';
import { IDENTITY } from './types/identity.ts';
import { NETWORK } from './types/network.ts';
import { SERVICES } from './types/services.ts';
import { STORAGE } from './types/storage.ts';

/** All overlaps between inline attributes and standalone resources. To add one: the parent, its attribute, the child, and the common parts. */
export const OVERLAPS: readonly Overlap[] = [
  ...IDENTITY,
  ...STORAGE,
  ...DOCUMENTS,
  ...NETWORK,
  ...COMPUTE,
  ...DATA,
  ...CLOUDS,
  ...SERVICES,
];
