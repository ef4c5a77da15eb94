import type { ProviderEvent } from './events.ts';

/** A provider used since the start, and its running processes. */
export type ProviderStatus = {
  source: string;
  version: string;
  /** The number of running processes, and their total memory; 0 where unknown. */
  processes: number;
  memory_bytes: number;
  launches: number;
  /** The number of processes that Plumbline did not stop, and the cause of the last one. */
  lost: number;
  last_lost: string | null;
  last_launched_at: string;
};

/** The maximum number of providers in the status; over time there may be any number of versions. */
const MAX_PROVIDERS = 100;

/** Records the events and memory of provider processes. */
export function createProviderStatuses(now: () => Date = () => new Date()) {
  const statuses = new Map<string, ProviderStatus>();
  const pids = new Map<number, { status: ProviderStatus; bytes: number }>();

  function ended(pid: number, cause: ProviderEvent['cause']): void {
    const status = pids.get(pid)?.status;
    if (!status || !pids.delete(pid) || cause === 'stopped' || cause === undefined) return;
    status.lost += 1;
    status.last_lost = cause;
  }

  return {
    onEvent({ kind, source, version, pid, cause }: ProviderEvent): void {
      if (kind === 'ended') return ended(pid, cause);
      if (kind !== 'launched') return;
      const key = JSON.stringify([source, version]);
      const none = { source, version, processes: 0, memory_bytes: 0, launches: 0, lost: 0, last_lost: null };
      const status = statuses.get(key) ?? { ...none, last_launched_at: '' };
      status.launches += 1;
      status.last_launched_at = now().toISOString();
      // The most recent entries come last, so that the first is the one to drop.
      statuses.delete(key);
      statuses.set(key, status);
      if (statuses.size > MAX_PROVIDERS) statuses.delete(statuses.keys().next().value ?? '');
      pids.set(pid, { status, bytes: 0 });
    },
    providerMemory(pid: number, bytes: number): void {
      const process = pids.get(pid);
      if (process) process.bytes = bytes;
    },
    /** Most recent first. */
    list: (): ProviderStatus[] =>
      [...statuses.values()].toReversed().map((status) => {
        const running = [...pids.values()].filter((one) => one.status === status);
        const memory_bytes = running.reduce((sum, { bytes }) => sum + bytes, 0);
        return { ...status, processes: running.length, memory_bytes };
      }),
  };
}
