/**
 * Why a message did not arrive: `refused_address` (where the address leads may not be reached), `dns` (its host has no address),
 * `tls`, `connection`, `timeout`, `redirect` (it leads elsewhere, and is not followed), `status` (any other answer that is no
 * success).
 */
export type PostTrouble = 'refused_address' | 'dns' | 'tls' | 'connection' | 'timeout' | 'redirect' | 'status';

/** The result of one try. */
export type Posted = {
  status: number | null;
  trouble: { code: PostTrouble; detail: string } | null;
  body: string;
  /** How long the receiver asks to be left alone. */
  retryAfterMs: number | null;
  durationMs: number;
};

/** Sends to addresses that organizations choose, and only to those that the operator lets them reach. */
export type Poster = {
  /** The problem of an address by its form, for a person; undefined for a valid one. Sends no request. */
  refusal(url: string): string | undefined;
  /** One POST. Never throws for the behaviour of the other side, and never repeats the address in its result. */
  post(url: string, message: { headers: Record<string, string>; body: string }, signal: AbortSignal): Promise<Posted>;
};
