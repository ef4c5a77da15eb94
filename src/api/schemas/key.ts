import { Type } from 'typebox';
import { SCOPES, type Scope as ScopeName } from '../../services/context.ts';
import { Nullable, OrNull, Strict, Time } from './common.ts';

const Scope = Type.Unsafe<ScopeName>({
  type: 'string',
  enum: [...SCOPES],
  description: 'read < write < admin; each includes the ones before it',
});

export const NewKey = Strict({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$', examples: ['ci'] }),
  scopes: Type.Array(Scope, { minItems: 1, maxItems: 3 }),
  expires_at: Type.Optional(OrNull(Time)),
});

const fields = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The last four characters of the key' }),
  scopes: Type.Array(Type.String()),
  created_at: Time,
  expires_at: Nullable(Time),
  revoked_at: Nullable(Time),
  last_used_at: Nullable(Time),
};

export const ApiKey = Type.Object(fields, { title: 'ApiKey' });

export const CreatedKey = Type.Object(
  { ...fields, key: Type.String({ description: 'The key itself. It is shown here and never again.' }) },
  { title: 'CreatedApiKey' },
);
