import { createHmac, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

/** One recorded event of GitHub. */
export type Recorded = { event: string; payload: Record<string, unknown> };

/** All payloads of @octokit/webhooks-examples, which were recorded from GitHub. */
export function recordedEvents(): Recorded[] {
  const require = createRequire(import.meta.url);
  const all = require('@octokit/webhooks-examples') as { name: string; examples: Record<string, unknown>[] }[];
  return all.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));
}

/** `X-Hub-Signature-256` of a body. */
export function signature(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The headers that GitHub sends with a body; `id` is the delivery's id. */
export function deliveryHeaders(
  secret: string,
  event: string,
  body: string | Uint8Array,
  id: string = randomUUID(),
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-github-hook-id': '292430182',
    'x-hub-signature-256': signature(secret, body),
  };
}
