import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { described, Id, Nullable, oneOf, PageFields, Strict, Time, text, Named } from '../schemas/common.ts';
import type { JsonObject } from '../../base/json.ts';
import { listAudit, listInstanceAudit } from '../../services/audit/list.ts';
import { type AuditHeadName, verifyAudit, verifyInstanceAudit } from '../../services/audit/verify.ts';

export const Actor = Type.Object({
  kind: oneOf(['operator', 'key', 'person', 'system'], 'system = Plumbline itself, for instance for a webhook'),
  id: Nullable(text('The id of the key; of a person the login', 'key_0V3mKq8ZxYbD2nR5tW7uAe')),
  name: Nullable(text('The name that the key or the person had', 'ci')),
  hint: Nullable(Type.String({ description: 'The last four characters of the key' })),
});

export const AuditEvent = Named('AuditEvent', {
  id: Type.String({ examples: ['aud_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  org_id: Nullable(Type.String({ description: 'Null in the log of the instance' })),
  at: Time,
  actor: Actor,
  action: text('`<resource>.<verb>`', 'key.create'),
  target: Type.Object({
    kind: Type.String({ examples: ['key'] }),
    id: Type.String({ examples: ['key_5d2Lw9QpXcV1mT8sB4hJfR'] }),
  }),
  detail: Type.Unsafe<JsonObject>({
    type: 'object',
    additionalProperties: true,
    description: 'The changes, most often `{field: {before, after}}`; never a secret',
  }),
  request_id: Nullable(Type.String({ description: 'The `X-Request-Id` of the call that did it' })),
});

export const AuditVerification = Named('AuditVerification', {
  intact: Type.Boolean(),
  events: Type.Integer({ description: 'How many events fit, from the first on' }),
  head: Nullable(
    Type.Object({
      seq: Type.Integer({ description: 'The number of the newest event that fits' }),
      hash: Type.String({ description: 'Its hash: SHA-256 over the event and the hash of the one before' }),
    }),
  ),
  problem: Nullable(
    Type.Object({
      kind: oneOf(
        ['changed', 'missing', 'unknown', 'rewritten'],
        'unknown = not written by Plumbline; rewritten = another event than the expected one',
      ),
      seq: Type.Integer({ description: 'The number of the first event that does not fit' }),
      detail: Type.String({ examples: ['Event 7 is missing.'] }),
    }),
  ),
});

/** A verification reads the whole log, which may be long. */
const MAX_VERIFICATION_MS = 10 * 60_000;

const AuditFilters = Strict({
  ...PageFields,
  action: Type.Optional(text('The action', 'key.create', { maxLength: 64, pattern: '^[a-z_]+\\.[a-z_]+$' })),
  actor: Type.Optional(described(Id, '`operator`, `system`, or the id of a key')),
  target_id: Type.Optional(described(Id, 'The id of the target')),
});

const ExpectedHead = Strict({
  expect: Type.Optional(
    text(
      'A `head` of an earlier verification, `<seq>:<hash>`: the event has to be that one still',
      `12:${'0'.repeat(64)}`,
      { pattern: '^[1-9][0-9]{0,14}:[0-9a-f]{64}$' },
    ),
  ),
});

function expectedHead(text: string | undefined): { expected?: AuditHeadName } {
  if (text === undefined) return {};
  const [seq, hash = ''] = text.split(':');
  return { expected: { seq: Number(seq), hash } };
}

const VERIFICATION =
  'Recomputes the hash chain. `intact: false` comes with the first event that was changed, removed or moved. Keep `head` where nobody who can write to the database can change it: it reveals a rewritten log, too.';

export function auditRoutes(app: App): void {
  const ofOrganization = operationsOf(app, 'audit');
  const ofInstance = operationsOf(app, 'operator');

  ofOrganization.list('listAuditEvents', 'GET /api/v1/orgs/:org_id/audit', 'admin', {
    summary: 'The audit log of an organization',
    query: AuditFilters,
    items: AuditEvent,
    call: listAudit,
  });
  ofInstance.list('listInstanceAuditEvents', 'GET /api/v1/operator/audit', 'operator', {
    summary: 'The audit log of the instance: sign-ins of the operator, exports of the database',
    query: AuditFilters,
    items: AuditEvent,
    call: listInstanceAudit,
  });
  ofOrganization.route('verifyAudit', 'GET /api/v1/orgs/:org_id/audit/verification', 'admin', {
    handlerTimeout: MAX_VERIFICATION_MS,
    summary: 'Verify the audit log',
    description: VERIFICATION,
    query: ExpectedHead,
    success: { 200: AuditVerification },
    call: (ctx, { org_id, expect }) => verifyAudit(ctx, { org_id, ...expectedHead(expect) }),
  });
  ofInstance.route('verifyInstanceAudit', 'GET /api/v1/operator/audit/verification', 'operator', {
    handlerTimeout: MAX_VERIFICATION_MS,
    summary: 'Verify the audit log of the instance',
    description: VERIFICATION,
    query: ExpectedHead,
    success: { 200: AuditVerification },
    call: (ctx, { expect }) => verifyInstanceAudit(ctx, expectedHead(expect)),
  });
}
