import type { ProviderEvent } from './events.ts';

/** A provider that was used since the start, and its running processes. */
export type ProviderStatus = {
  source: string;
  version: string;
  /** The running processes, and their memory together; 0 where it is unknown. */
  processes: number;
  memory_bytes: number;
  launches: number;
  /** Processes that did not end of our will, and the cause of the last one. */
  lost: number;
  last_lost: string | null;
  last_launched_at: string;
};

/** The number of providers in the status; there may be any number of versions over time. */
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
      // The latest stand last, so that the first is the one to forget.
      statuses.delete(key);
      statuses.set(key, status);
      if (statuses.size > MAX_PROVIDERS) statuses.delete(statuses.keys().next().value ?? '');
      pids.set(pid, { status, bytes: 0 });
    },
    providerMemory(pid: number, bytes: number): void {
      const process = pids.get(pid);
      if (process) process.bytes = bytes;
    },
    /** The latest first. */
    list: (): ProviderStatus[] =>
      [...statuses.values()].toReversed().map((status) => {
        const running = [...pids.values()].filter((one) => one.status === status);
        const memory_bytes = running.reduce((sum, { bytes }) => sum + bytes, 0);
        return { ...status, processes: running.length, memory_bytes };
      }),
  };
}
