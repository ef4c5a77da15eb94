import { Stripe } from 'stripe';
import { AppError, messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';

/** The most seconds between a delivery's signature and now, before or after. */
const TOLERANCE_S = 300;

/** A signed event. `about` is null unless it concerns a subscription. */
export type SignedEvent = {
  id: string;
  type: string;
  created_at: Date;
  about: { customer_id: string; subscription_id: string } | null;
};

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** The subscription id in an event's object, if the event concerns one. */
function subscriptionOf(type: string, object: unknown): unknown {
  if (type === 'checkout.session.completed') return field(object, 'subscription');
  if (/^customer\.subscription\.(?:created|updated|deleted|paused|resumed)$/.test(type)) return field(object, 'id');
  if (type !== 'invoice.paid' && type !== 'invoice.payment_failed') return undefined;
  // Endpoints with API versions before 2025-03-31 have it at the top level.
  return field(field(field(object, 'parent'), 'subscription_details'), 'subscription') ?? field(object, 'subscription');
}

/** Stripe's library rejects only old times; it would accept a time that is not a number. */
function isNear(header: string, now: number): boolean {
  const times = [...header.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map((match) => match[1] ?? '');
  return (
    times.length > 0 && times.every((time) => /^\d{1,15}$/.test(time) && Math.abs(now - Number(time)) <= TOLERANCE_S)
  );
}

/** The library throws its own error for a wrong signature, and others for a malformed one. */
function isSigned(text: string, header: string, secret: string): boolean {
  try {
    return Stripe.webhooks.signature?.verifyHeader(text, header, secret, TOLERANCE_S) ?? false;
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_json', `The body is not valid JSON: ${messageOf(error).slice(0, 100)}`);
  }
}

/**
 * Parses a delivery's bytes. Throws `invalid_signature` unless one of the secrets signed them within five minutes of
 * now, and `invalid_json` or `bad_request` where the signed text is not an event.
 * https://docs.stripe.com/webhooks/signature
 */
export function readEvent(body: Uint8Array, signature: string, secrets: readonly string[]): SignedEvent {
  // The library's own decoding drops a byte order mark, and so would accept bytes that were not signed.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const near = isNear(signature, Math.floor(Date.now() / 1000));
  if (!near || !secrets.some((secret) => isSigned(text, signature, secret)))
    throw new AppError('invalid_signature', 'The signature of this delivery is not valid, or not of this moment.');
  const event = parse(text);
  const [id, type, created] = ['id', 'type', 'created'].map((name) => field(event, name));
  if (typeof id !== 'string' || typeof type !== 'string')
    throw new AppError('bad_request', 'The body is signed, but no event.');
  const object = field(field(event, 'data'), 'object');
  const subscription = subscriptionOf(type, object);
  const customer = field(object, 'customer');
  const isComplete = typeof subscription === 'string' && typeof customer === 'string' && typeof created === 'number';
  return {
    id,
    type,
    created_at: new Date(typeof created === 'number' ? created * 1000 : 0),
    about: isComplete ? { customer_id: customer, subscription_id: subscription } : null,
  };
}
