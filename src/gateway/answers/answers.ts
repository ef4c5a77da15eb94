import type { Stage } from '../types.ts';
import { allBatchers } from './batch/all.ts';
import { createBatches } from './batch/batches.ts';
import { createShared } from './shared.ts';

/** Answers calls with as few requests as there can be, and with what a request of their own would have been answered with. */
export function createAnswers(): Stage {
  const [shared, batches] = [createShared(), createBatches(allBatchers)];
  const stage: Stage = (next) => shared(batches(next));
  return Object.assign(stage, { end: shared.end });
}
