/** A token that somebody granted, and how long it is good for. */
export type Granted = { token: string; lifeSeconds: number };

/** A token is renewed so long before it ends. */
const EARLY_MS = 60_000;

/** Asks for a token when one is needed, and again before it ends; many who need it at once wait for the same one. */
export function renewed(grant: () => Promise<Granted>): { get(): Promise<string>; drop(): void } {
  let current: Promise<{ token: string; until: number }> | undefined;

  async function take(): Promise<{ token: string; until: number }> {
    const { token, lifeSeconds } = await grant();
    return { token, until: Date.now() + lifeSeconds * 1000 - EARLY_MS };
  }

  return {
    async get() {
      const held = await current;
      if (held && held.until > Date.now()) return held.token;
      current = take();
      current.catch(() => (current = undefined));
      return (await current).token;
    },
    drop: () => void (current = undefined),
  };
}
