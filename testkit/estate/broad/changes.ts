import type { Change } from '../change.ts';
import { dataBucketChanges } from './changes/data-buckets.ts';
import { dataCatalogChanges } from './changes/data-catalog.ts';
import { dataDatabaseChanges } from './changes/data-databases.ts';
import { dataStreamChanges } from './changes/data-streams.ts';

export const changes: readonly Change[] = [
  ...dataCatalogChanges,
  ...dataDatabaseChanges,
  ...dataStreamChanges,
  ...dataBucketChanges,
];
