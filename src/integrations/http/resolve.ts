import { Resolver } from 'node:dns/promises';

/** The addresses of a host. Throws for an unknown host. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Looks names up at name servers, this machine's or `servers`. The system's own call would block one of the process's few
 * threads until it returns, and the domain's owner decides how long that takes.
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
