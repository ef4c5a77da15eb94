import { Type } from 'typebox';
import type { JsonObject } from '../../base/json.ts';
import { Nullable, oneOf, Time } from './common.ts';

export const Actor = Type.Object({
  kind: oneOf(['operator', 'key', 'person', 'system'], 'system = Plumbline itself, for instance for a webhook'),
  id: Nullable(
    Type.String({ description: 'The id of the key; of a person the login', examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  ),
  name: Nullable(Type.String({ description: 'The name that the key or the person had', examples: ['ci'] })),
  hint: Nullable(Type.String({ description: 'The last four characters of the key' })),
});

export const AuditEvent = Type.Object(
  {
    id: Type.String({ examples: ['aud_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    org_id: Nullable(Type.String({ description: 'Null in the log of the instance' })),
    at: Time,
    actor: Actor,
    action: Type.String({ description: '`<resource>.<verb>`', examples: ['key.create'] }),
    target: Type.Object({
      kind: Type.String({ examples: ['key'] }),
      id: Type.String({ examples: ['key_5d2Lw9QpXcV1mT8sB4hJfR'] }),
    }),
    detail: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'What changed, most often `{field: {before, after}}`; never a secret',
    }),
    request_id: Nullable(Type.String({ description: 'The `X-Request-Id` of the call that did it' })),
  },
  { title: 'AuditEvent' },
);

export const AuditVerification = Type.Object(
  {
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
  },
  { title: 'AuditVerification' },
);
