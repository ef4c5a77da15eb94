import { ERROR_ANSWERS, ERROR_TITLE, type ErrorStatus } from '../schemas/errors.ts';
import { operationsOf, type Document, type Response } from './document.ts';
import { headersOf } from './headers.ts';

/** The facts that determine the common responses of a route. */
type Shape = {
  method: string;
  isPublic: boolean;
  metered: boolean;
  schema: { params?: unknown; querystring?: unknown; headers?: unknown; body?: unknown };
};

/** The error statuses that can occur before an operation's own code runs. */
export function inheritedStatuses({ method, isPublic, metered, schema }: Shape): ErrorStatus[] {
  const takesBody = schema.body !== undefined || method === 'DELETE';
  return [
    400,
    408,
    422,
    431,
    500,
    503,
    ...(isPublic ? [] : ([401, 403] as const)),
    ...(schema.params === undefined ? [] : ([404] as const)),
    ...(takesBody ? ([413, 415] as const) : []),
    ...(schema.querystring === undefined ? [] : ([414] as const)),
    ...(metered ? ([429] as const) : []),
  ];
}

function errorComponent(status: ErrorStatus): Response {
  const { description, example } = ERROR_ANSWERS[status];
  const schema = { $ref: `#/components/schemas/${ERROR_TITLE}` };
  return { description, headers: headersOf(String(status)), content: { 'application/json': { schema, example } } };
}

/** Moves a route's error responses to `components.responses` and refers to them. One with its own description stays. */
export function referToErrors(document: Document): void {
  const components: Record<string, Response> = {};
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const shared = ERROR_ANSWERS[Number(status) as ErrorStatus] as (typeof ERROR_ANSWERS)[ErrorStatus] | undefined;
      const media = response.content?.['application/json'];
      if (!shared || media?.schema?.title !== ERROR_TITLE) continue;
      if (response.description === shared.description && operation.responses) {
        components[shared.name] = errorComponent(Number(status) as ErrorStatus);
        operation.responses[status] = { $ref: `#/components/responses/${shared.name}` };
      } else media.example ??= shared.example;
    }
  (document.components ??= {}).responses = components;
}

const DEFAULT = 'Default Response';
const DESCRIPTIONS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; nothing to say',
};

/** Describes responses without a description. */
export function describeAnswers(document: Document): void {
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (response.description === DEFAULT) response.description = DESCRIPTIONS[status] ?? DEFAULT;
}
