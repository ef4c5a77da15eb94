/** One step of using a provider; the steps after a failed one are skipped. */
export type ProviderCheck = { name: 'start' | 'configure' | 'read'; ok: boolean; code?: string; detail: string };

export type WithProviderTrials = {
  /**
   * Tries an organization's settings of a provider in a process of its own. Returns no checks if there are none of this
   * name. Rejects with the reason of `signal`.
   */
  tryProvider: (settings: { org_id: string; name: string }, signal: AbortSignal) => Promise<ProviderCheck[]>;
};
