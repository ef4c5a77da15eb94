import { Type } from 'typebox';
import { verifyAudit, verifyInstanceAudit, type AuditHeadName } from '../../../services/audit/verify.ts';
import { AuditVerification } from '../../schemas/audit.ts';
import { errors, OrgParams } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

/** Long logs are read as a whole. */
const MAX_MS = 10 * 60_000;

const querystring = Type.Object(
  {
    expect: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}:[0-9a-f]{64}$',
        description: 'A `head` of an earlier verification, `<seq>:<hash>`: the event has to be that one still',
        examples: [`12:${'0'.repeat(64)}`],
      }),
    ),
  },
  { additionalProperties: false },
);

function expected(text: string | undefined): { expected?: AuditHeadName } {
  if (text === undefined) return {};
  const [seq, hash = ''] = text.split(':');
  return { expected: { seq: Number(seq), hash } };
}

const description =
  'Recomputes the hash chain. `intact: false` comes with the first event that was changed, removed or put elsewhere. Keep `head` where nobody who can write the database can change it: with it, a log that was written anew is found, too.';

export function verifyAuditRoutes(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/audit/verification',
    {
      config: { access: 'admin' },
      handlerTimeout: MAX_MS,
      schema: {
        operationId: 'verifyAudit',
        summary: 'Whether the audit log is what was written',
        description,
        tags: ['audit'],
        params: OrgParams,
        querystring,
        response: { 200: AuditVerification, ...errors(401, 403, 404, 422) },
      },
    },
    async ({ ctx, params, query }) => verifyAudit(ctx, { ...params, ...expected(query.expect) }),
  );
  app.get(
    '/api/v1/operator/audit/verification',
    {
      config: { access: 'operator' },
      handlerTimeout: MAX_MS,
      schema: {
        operationId: 'verifyInstanceAudit',
        summary: 'Whether the audit log of the instance is what was written',
        description,
        tags: ['operator'],
        querystring,
        response: { 200: AuditVerification, ...errors(401, 403, 422) },
      },
    },
    async ({ ctx, query }) => verifyInstanceAudit(ctx, expected(query.expect)),
  );
}
