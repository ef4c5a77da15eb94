import { CLOUDS } from './echoes/clouds.ts';
import { COMPUTE } from './echoes/compute.ts';
import { DATA } from './echoes/data.ts';
import { DOCUMENTS } from './echoes/documents.ts';
import type { Echo } from './echoes/echo.ts';
import { IDENTITY } from './echoes/identity.ts';
import { NETWORK } from './echoes/network.ts';
import { SERVICES } from './echoes/services.ts';
import { STORAGE } from './echoes/storage.ts';

/** What parents show of their children. Adding one: the parent, its attribute, the child, and the parts that both tell. */
export const ECHOES: readonly Echo[] = [
  ...IDENTITY,
  ...STORAGE,
  ...DOCUMENTS,
  ...NETWORK,
  ...COMPUTE,
  ...DATA,
  ...CLOUDS,
  ...SERVICES,
];
