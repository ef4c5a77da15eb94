import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { WithDeliveryBuffer } from './delivery-buffer.ts';
import { handlerOf } from './events/index.ts';
import { packPayload, parsePayload } from './payload.ts';
import type { CodeHostPort, DeliveryHeaders, RequestHeaders, WithCodeHosts } from './port.ts';

/** Deliveries can be resent for a few days. A time of sending that is older, or in the future, is not accepted. */
const OLDEST_MS = 7 * 24 * 3600_000;

/** The result of a delivery: it will be processed, it was received before, or its event has no handler. */
type Acceptance = { delivery_id: string; status: 'accepted' | 'duplicate' | 'ignored' };

/** A delivery of which only the headers were read. */
type Announced = { host: CodeHostPort; headers: DeliveryHeaders };

/**
 * Decides by the headers whether to read the body. 404 for an unknown code host, 409 if it is not configured, 400 if
 * headers are missing, 415 for anything but JSON.
 */
export function announceDelivery(services: WithCodeHosts, codehost: string, headers: RequestHeaders): Announced {
  const host = services.codehosts.get(codehost);
  if (!host)
    throw new AppError('not_found', `No such code host; known are: ${[...services.codehosts.keys()].join(', ')}.`);
  const announced = { host, headers: host.readHeaders(headers) };
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase();
  if (type !== 'application/json')
    throw new AppError(
      'unsupported_media_type',
      'Deliveries have to be application/json: choose that as the content type in the settings of the webhook.',
    );
  return announced;
}

/**
 * Accepts a delivery: verifies its raw bytes, and stores it together with its job before it responds. A delivery that
 * was received before is a `duplicate` and has no effect. 401 if the signature is wrong, 400 if the body is no JSON
 * object.
 */
export async function acceptDelivery(
  services: WithDeliveryBuffer,
  { host, headers }: Announced,
  body: Uint8Array,
): Promise<Acceptance> {
  if (!host.isSigned(body, headers.signature))
    throw new AppError(
      'invalid_signature',
      'The signature does not fit: the webhook has another secret than this server.',
    );
  const { action, installation_id } = host.summarise(parsePayload(body));
  const { delivery_id, event, sent_at } = headers;
  const now = new Date();
  const age = now.getTime() - (sent_at?.getTime() ?? Number.NaN);
  const handled = handlerOf(host.name, event, action) !== undefined;
  const row = {
    id: newId('dlv', now.getTime()),
    codehost: host.name,
    delivery_id,
    event,
    action,
    installation_id,
    status: handled ? ('received' as const) : ('ignored' as const),
    sent_at: sent_at && age >= 0 && age <= OLDEST_MS ? sent_at : now,
    received_at: now,
    processed_at: handled ? null : now,
    payload: await packPayload(body),
  };
  const isNew = await services.deliveryBuffer.store(row);
  if (!isNew) return { delivery_id, status: 'duplicate' };
  return { delivery_id, status: handled ? 'accepted' : 'ignored' };
}
