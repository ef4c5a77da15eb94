/**
 * Why a message did not arrive: `refused_address` (the address is not allowed), `dns` (its host has no address), `tls`,
 * `connection`, `timeout`, `redirect` (redirects are not followed), `status` (any other unsuccessful status).
 */
export type PostTrouble = 'refused_address' | 'dns' | 'tls' | 'connection' | 'timeout' | 'redirect' | 'status';

/** The result of one try. */
export type Posted = {
  status: number | null;
  trouble: { code: PostTrouble; detail: string } | null;
  body: string;
  /** The wait that the receiver asks for. */
  retryAfterMs: number | null;
  durationMs: number;
};

/** Sends to addresses that organizations choose, within the limits that the operator sets. */
export type Poster = {
  /** The problem of a URL's form, for a person; undefined for a valid one. Sends no request. */
  refusal(url: string): string | undefined;
  /** Sends one POST. Never throws for the receiver's behaviour, and never repeats the URL in its result. */
  post(url: string, message: { headers: Record<string, string>; body: string }, signal: AbortSignal): Promise<Posted>;
};
