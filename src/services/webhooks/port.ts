import type { JsonObject } from '../../base/json.ts';

/** Headers of a request, with names in lower case, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of a delivery. */
export type DeliveryHeaders = {
  /** The code host's id of the delivery: the same one when it is sent again. */
  delivery_id: string;
  event: string;
  signature: string;
  /** When it was sent first, where the code host reports that. Not signed. */
  sent_at: Date | undefined;
};

/** A code host behind `/webhooks/{codehost}`. A second one is a second one of these, and its table of events. */
export type CodeHostPort = {
  name: string;
  /** Throws 409 `not_configured` while deliveries cannot be verified, 400 where a header is missing or makes no sense. */
  readHeaders(headers: RequestHeaders): DeliveryHeaders;
  /** Whether a holder of the secret signed these bytes. In constant time. */
  isSigned(body: Uint8Array, signature: string): boolean;
  /** The facts of a delivery before it is processed. */
  summarise(payload: JsonObject): { action: string | null; installation_id: number | null };
};

export type WithCodeHosts = {
  /** Code hosts that may deliver events, by their name in paths: `github`. */
  codehosts: ReadonlyMap<string, CodeHostPort>;
};
