import { Resolver } from 'node:dns/promises';

/** The addresses of a host. Throws where nobody knows it. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks name servers, those of this machine or `servers`. Not by the system's own call: that holds one of the few threads of the
 * process until it answers, and whoever owns a domain decides how long that takes.
 */
export function nameServers(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const resolved = [v4, v6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (resolved.length === 0)
        throw new Error('no address is known', { cause: v4.status === 'rejected' && v4.reason });
      return resolved;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
