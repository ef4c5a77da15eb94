import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';

/** The headers of a delivery; https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers */
const NEEDED = { delivery: 'X-GitHub-Delivery', event: 'X-GitHub-Event', signature: 'X-Hub-Signature-256' } as const;

/** A request's headers, with names in lower case, as Node parses them. */
type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

const ID = /^[\w-]{1,100}$/;
const NAME = /^[a-z0-9_]{1,100}$/;

/**
 * GitHub's webhooks. A signature by any of the `secrets` is valid, so that the secret can be rotated without losing
 * deliveries. Without a secret no delivery can be verified, so none is accepted.
 */
export function githubWebhooks(secrets: readonly string[]) {
  return {
    name: 'github',
    readHeaders(headers: RequestHeaders) {
      if (secrets.length === 0)
        throw new AppError(
          'not_configured',
          "GitHub's webhooks are not configured: set GITHUB_WEBHOOK_SECRET to the App's webhook secret.",
        );
      const [deliveryId, event, signature] = Object.values(NEEDED).map((name) => header(headers, name));
      if (deliveryId === undefined || event === undefined || signature === undefined) throw incomplete(headers);
      if (!ID.test(deliveryId) || !NAME.test(event))
        throw new AppError(
          'bad_request',
          `${NEEDED.delivery} or ${NEEDED.event} does not have the form that it has from GitHub.`,
        );
      return { delivery_id: deliveryId, event, signature, sent_at: timeOfDelivery(deliveryId) };
    },
    isSigned(body: Uint8Array, signature: string) {
      const actual = Buffer.from(signature);
      return secrets.some((secret) => {
        const right = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
        return actual.length === right.length && timingSafeEqual(actual, right);
      });
    },
    summarise({ action, installation }: JsonObject) {
      const id = isObject(installation) ? installation.id : undefined;
      return {
        action: typeof action === 'string' && NAME.test(action) ? action : null,
        installation_id: Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : null,
      };
    },
  };
}

/** The value of a header; a repeated header counts as missing. */
function header(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function incomplete(headers: RequestHeaders): AppError {
  const absent = Object.values(NEEDED).filter((name) => header(headers, name) === undefined);
  const hint = absent.includes(NEEDED.signature) ? ' Deliveries are signed once the App has a webhook secret.' : '';
  return new AppError('bad_request', `This is no delivery of GitHub: it lacks ${absent.join(', ')}.${hint}`);
}

const VERSION_1 = /^([0-9a-f]{8})-([0-9a-f]{4})-1([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** From the beginning of the Gregorian calendar, where version 1 counts from, to the Unix epoch, in 100 ns. */
const GREGORIAN = 0x01b2_1dd2_1381_4000n;

/**
 * The time of a delivery, read from its id. GitHub's ids are UUIDs of version 1 (RFC 9562, 5.1), which contain it, and a
 * redelivery keeps the id. GitHub does not promise that; undefined for every other id.
 */
function timeOfDelivery(id: string): Date | undefined {
  const [, low, middle, high] = VERSION_1.exec(id) ?? [];
  if (low === undefined) return undefined;
  return new Date(Number((BigInt(`0x${high}${middle}${low}`) - GREGORIAN) / 10_000n));
}
