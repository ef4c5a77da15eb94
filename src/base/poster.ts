/**
 * Why a message did not arrive: `refused_address` (where the address leads may not be reached), `dns` (its host has no address),
 * `tls`, `connection`, `timeout`, `redirect` (it leads elsewhere, and is not followed), `status` (any other answer that is no
 * success).
 */
export type PostTrouble = 'refused_address' | 'dns' | 'tls' | 'connection' | 'timeout' | 'redirect' | 'status';

/** What came of one try. `body` is the beginning of the answer, as it was sent: it may repeat secrets. */
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
  /** What is wrong with an address by how it is written, for a person; undefined where nothing is. Asks nobody. */
  refusal(url: string): string | undefined;
  /** One POST. Never throws for what the other side does, and never repeats the address in what it tells. */
  post(url: string, message: { headers: Record<string, string>; body: string }, signal: AbortSignal): Promise<Posted>;
};
