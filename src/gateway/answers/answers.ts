import type { Stage } from '../types.ts';
import { createShared } from './shared.ts';

/** Answers calls with as few requests as there can be, and with what a request of their own would have been answered with. */
export function createAnswers(): Stage {
  return createShared();
}
