import type { Change } from '../change.ts';
import { bucketChanges } from './changes/buckets.ts';
import { dataChanges } from './changes/data.ts';
import { functionChanges } from './changes/functions.ts';
import { messageChanges } from './changes/messages.ts';

export const changes: readonly Change[] = [...functionChanges, ...messageChanges, ...dataChanges, ...bucketChanges];
