/** An issued token and its lifetime. */
export type Granted = { token: string; lifeSeconds: number };

/** How long before its end a token is renewed. */
const EARLY_MS = 60_000;

/** Returns the current token, or a new one in place of `refused`. */
export type Tokens = (refused?: string) => Promise<string>;

/** Requests a token when needed, and again before its end or after a refusal; concurrent callers share one request. */
export function renewed(grant: () => Promise<Granted>): Tokens {
  let current: Promise<{ token: string; until: number }> | undefined;

  async function take(): Promise<{ token: string; until: number }> {
    try {
      const { token, lifeSeconds } = await grant();
      return { token, until: Date.now() + lifeSeconds * 1000 - EARLY_MS };
    } catch (error) {
      current = undefined;
      throw error;
    }
  }

  return async (refused) => {
    const held = current;
    if (held) {
      const { token, until } = await held;
      if (token !== refused && until > Date.now()) return token;
      if (current === held) current = undefined;
    }
    current ??= take();
    return (await current).token;
  };
}
