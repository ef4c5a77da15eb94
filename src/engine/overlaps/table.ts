import { CLOUDS } from './types/clouds.ts';
import { COMPUTE } from './types/compute.ts';
import { DATA } from './types/data.ts';
import { DOCUMENTS } from './types/documents.ts';
import type { Overlap } from './match/overlap.ts';
import { IDENTITY } from './types/identity.ts';
import { NETWORK } from './types/network.ts';
import { SERVICES } from './types/services.ts';
import { STORAGE } from './types/storage.ts';

/** What parents show of their children. Adding one: the parent, its attribute, the child, and the parts that both tell. */
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
