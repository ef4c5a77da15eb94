/** One step of using a provider; those after a failed one are not tried. */
export type ProviderCheck = { name: 'start' | 'configure' | 'read'; ok: boolean; code?: string; detail: string };

export type WithProviderTrials = {
  /**
   * Tries an organization's settings of a provider in a process of its own; no checks where there are none of this name. Rejects with the
   * reason of `signal`.
   */
  tryProvider: (settings: { org_id: string; name: string }, signal: AbortSignal) => Promise<ProviderCheck[]>;
};
