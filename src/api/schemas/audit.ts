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
    org_id: Type.String(),
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
