/** A token that somebody granted, and how long it is good for. */
export type Granted = { token: string; lifeSeconds: number };

/** A token is renewed so long before it ends. */
const EARLY_MS = 60_000;

/** Gives the token in force, or another one in the place of `refused`. */
export type Tokens = (refused?: string) => Promise<string>;

/** Asks for a token when one is needed, and again before it ends or once it is refused; many who need it at once wait for the same one. */
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
