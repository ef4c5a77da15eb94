import type { GroupWatch, Usage } from '../launch/groups.ts';
import type { Plugin } from './plugin.ts';

export type ResourceLimits = {
  memoryBytes: number;
  processesOfOne: number;
  onMemory: ((pid: number, bytes: number) => void) | undefined;
};

/** Above this share of its memory limit, a process gets no new work, and is replaced when its running work is done. */
const ENOUGH = 0.8;

/**
 * Keeps a provider's processes within their limits. A process that has grown is replaced after its work (`retire`), or
 * killed where it is too late for that. Without /proc there are no measurements, and no limits.
 */
export function enforceLimits(
  watch: GroupWatch,
  { memoryBytes, processesOfOne, onMemory }: ResourceLimits,
  retire: () => void,
): (plugin: Plugin) => () => void {
  return (plugin) => {
    const enforce = ({ bytes, processes }: Usage): void => {
      onMemory?.(plugin.pid, bytes);
      if (bytes > memoryBytes) plugin.kill('memory');
      else if (processes > processesOfOne) plugin.kill('processes');
      else if (bytes > ENOUGH * memoryBytes) retire();
    };
    const unwatch = watch.add(plugin.pid, enforce);
    return () => {
      unwatch();
      onMemory?.(plugin.pid, 0);
    };
  };
}
