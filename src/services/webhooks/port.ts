import type { JsonObject } from '../../base/json.ts';

/** Headers of a request, with names in lower case, as Node provides them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of a delivery. */
export type DeliveryHeaders = {
  /** The code host's id of the delivery, which stays the same when it is sent again. */
  delivery_id: string;
  event: string;
  signature: string;
  /** The time of the first sending, if the code host reports it. Not signed. */
  sent_at: Date | undefined;
};

/** A code host behind `/webhooks/{codehost}`. Adding one takes an implementation of this and a table of its events. */
export type CodeHostPort = {
  name: string;
  /** Throws 409 `not_configured` while deliveries cannot be verified, 400 if a header is missing or malformed. */
  readHeaders(headers: RequestHeaders): DeliveryHeaders;
  /** True if a holder of the secret signed these bytes. Compares in constant time. */
  isSigned(body: Uint8Array, signature: string): boolean;
  /** The facts of a delivery before it is processed. */
  summarise(payload: JsonObject): { action: string | null; installation_id: number | null };
};

export type WithCodeHosts = {
  /** The code hosts that may deliver events, by their name in paths: `github`. */
  codehosts: ReadonlyMap<string, CodeHostPort>;
};
