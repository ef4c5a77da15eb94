import { operationsOf, resolve, type Document } from '../../src/api/openapi/document.ts';
import type { FuzzWorld } from './world.ts';

/** The kinds of callers. */
export const CALLERS = ['operator', 'admin', 'foreign', 'no key'] as const;

/** The settings of one run of the fuzzer. */
export type FuzzRun = {
  name: (typeof CALLERS)[number];
  key: string | undefined;
  /** Operations that this run skips, by `operationId`, with the reason. */
  without: Record<string, string>;
  /**
   * Requests for which a 2xx response is a failure: `ids`: with an existing id in the path; `closed`: that need a key.
   */
  refused: 'ids' | 'closed' | undefined;
  /** Adapts the published document for this run. */
  document?: (document: Document) => Document;
};

/** Whether an operation reads an incident by its id: without an organization it reads the one that was stored first. */
const isOfOneIncident = (name: string): boolean => name.startsWith('GET /api/v1/incidents/{id}');

/** Makes `org_id` required, which it is for the operator, who belongs to no organization. */
function namingOrganizations(document: Document): Document {
  const copy = structuredClone(document);
  for (const { operation, name } of operationsOf(copy)) {
    if (isOfOneIncident(name)) continue;
    for (const parameter of operation.parameters ?? []) {
      const one = resolve(copy, parameter);
      if (one.name === 'org_id' && one.in === 'query') one.required = true;
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
      const body = schema && resolve(copy, schema);
      if (body?.properties?.org_id) body.required = [...new Set([...(body.required ?? []), 'org_id'])];
    }
  }
  return copy;
}

const ENDS_ITSELF = 'would end the key that this run has; the operator’s run covers it';

/** One run for each kind of caller. It skips no operation except those with a reason. */
export function fuzzRuns({ keys }: FuzzWorld): FuzzRun[] {
  return [
    { name: 'operator', key: keys.operator, without: {}, refused: undefined, document: namingOrganizations },
    {
      name: 'admin',
      key: keys.admin,
      without: { revokeKey: ENDS_ITSELF, rotateKey: ENDS_ITSELF },
      refused: undefined,
    },
    {
      name: 'foreign',
      key: keys.foreign,
      without: { revokeKey: ENDS_ITSELF, rotateKey: ENDS_ITSELF },
      refused: 'ids',
    },
    { name: 'no key', key: undefined, without: {}, refused: 'closed' },
  ];
}

const NO_CURSOR = 'a cursor is one of the very analysis that is asked for';
const NO_RULE = 'a rule has to name something, and each id once';
const NO_REPOSITORY = 'a repository that is named has to be the organization’s';
const NO_ADDRESS = 'not every text is an address, and not every address may be called';

/**
 * Operations that may refuse a valid request for a reason that no schema can express, with the status that is correct
 * then. Any other status remains a failure.
 */
export const ALSO_RIGHT: { operationId: string; status: number; reason: string }[] = [
  { operationId: 'listFindings', status: 422, reason: NO_CURSOR },
  { operationId: 'createWebhook', status: 422, reason: NO_ADDRESS },
  { operationId: 'updateWebhook', status: 422, reason: NO_ADDRESS },
  { operationId: 'startCheckout', status: 422, reason: NO_ADDRESS },
  { operationId: 'openPortal', status: 422, reason: NO_ADDRESS },
  {
    operationId: 'requestAnalysis',
    status: 422,
    reason: 'an inventory is of all states, and `unmanaged: false` of any',
  },
  {
    operationId: 'importUnmanagedObjects',
    status: 422,
    reason: 'either objects or filters, whose error has to say so',
  },
  { operationId: 'createKey', status: 422, reason: 'expires_at has to lie in the future, whenever that is' },
  { operationId: 'replaceIgnoreRules', status: 422, reason: NO_RULE },
  { operationId: 'previewIgnoreRules', status: 422, reason: NO_RULE },
  { operationId: 'replaceStateMappings', status: 422, reason: NO_REPOSITORY },
  { operationId: 'previewStateMappings', status: 422, reason: NO_REPOSITORY },
  { operationId: 'saveStateSource', status: 422, reason: 'the fields have to be those of the kind' },
  { operationId: 'changeStateSource', status: 422, reason: 'the fields have to be those of the kind' },
  { operationId: 'saveProviderSettings', status: 422, reason: 'the provider has to be one that may run here' },
  { operationId: 'saveCloudConfiguration', status: 422, reason: 'settings of providers have to name providers' },
];

const NAMED = 'the operator need not say whose an incident is where only one organization has its id';

/** Operations that accept a request that does not match the document, with the reason. */
export const ACCEPTS_INVALID: Record<string, { status: number; reason: string }> = {
  importIncidents: { status: 200, reason: 'every line counts by itself: the answer lists the invalid ones' },
  getIncident: { status: 200, reason: NAMED },
  deleteIncident: { status: 204, reason: NAMED },
};
