import { Type } from 'typebox';
import { SCOPES } from '../../services/base/context.ts';
import { Id, Nullable, oneOf, OrNull, Strict, Time } from './common.ts';

export const Scope = oneOf(SCOPES, 'read < write < admin; each includes the ones before it');

export const NewKey = Strict(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$', examples: ['ci'] }),
    scopes: Type.Array(Scope, { minItems: 1, maxItems: 3 }),
    expires_at: Type.Optional(
      OrNull(
        Type.String({
          format: 'date-time',
          description: 'RFC 3339, UTC; in the future',
          examples: ['2030-01-01T00:00:00.000Z'],
        }),
      ),
    ),
  },
  { title: 'NewApiKey' },
);

export const KeyParams = Type.Object({ org_id: Id, key_id: Id });

const DAY = 24 * 3600;

export const Rotation = Strict(
  {
    grace_seconds: Type.Integer({
      minimum: 0,
      maximum: 30 * DAY,
      default: DAY,
      description: 'How long the old key goes on working; 0 = it stops at once',
    }),
  },
  { title: 'KeyRotation' },
);

const fields = {
  id: Type.String({ examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  name: Type.String({ examples: ['ci'] }),
  hint: Type.String({ description: 'The last four characters of the key', examples: ['8Xk2'] }),
  scopes: Type.Array(Type.String({ examples: ['read'] })),
  created_at: Time,
  expires_at: Nullable(Time, { examples: ['2030-01-01T00:00:00.000Z'] }),
  revoked_at: Nullable(Time, { examples: [null] }),
  last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Exact to a minute' })),
  replaces: Nullable(Type.String({ description: 'The key whose place this one took' })),
  rotated_to: Nullable(
    Type.String({ description: 'The key that took this one’s place; this one works until it expires' }),
  ),
};

export const ApiKey = Type.Object(fields, { title: 'ApiKey' });

export const CreatedKey = Type.Object(
  {
    ...fields,
    key: Type.String({
      description: 'The key itself. It is shown here and never again.',
      examples: ['plk_…'],
    }),
  },
  { title: 'CreatedApiKey' },
);
