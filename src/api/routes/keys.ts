import { Type } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  Nullable,
  oneOf,
  OrNull,
  PageQuery,
  Time,
  text,
  LINE,
  NamedStrict,
  Named,
  described,
} from '../schemas/common.ts';
import { SCOPES } from '../../services/base/context.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../services/keys/manage.ts';

export const Scope = oneOf(SCOPES, 'read < write < admin; each includes the ones before it');

export const NewKey = NamedStrict('NewApiKey', {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: LINE, examples: ['ci'] }),
  scopes: Type.Array(Scope, { minItems: 1, maxItems: 3 }),
  expires_at: Type.Optional(
    OrNull(text('RFC 3339, UTC; in the future', '2030-01-01T00:00:00.000Z', { format: 'date-time' })),
  ),
});

const DAY = 24 * 3600;

export const Rotation = NamedStrict('KeyRotation', {
  grace_seconds: Type.Integer({
    minimum: 0,
    maximum: 30 * DAY,
    default: DAY,
    description: 'Seconds that the old key stays valid; 0 = not at all',
  }),
});

const fields = {
  id: Type.String({ examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  name: Type.String({ examples: ['ci'] }),
  hint: text('The last four characters of the key', '8Xk2'),
  scopes: Type.Array(Type.String({ examples: ['read'] })),
  created_at: Time,
  expires_at: Nullable(Time, { examples: ['2030-01-01T00:00:00.000Z'] }),
  revoked_at: Nullable(Time, { examples: [null] }),
  last_used_at: Nullable(described(Time, 'Exact to a minute')),
  replaces: Nullable(Type.String({ description: 'The key whose place this one took' })),
  rotated_to: Nullable(
    Type.String({ description: 'The key that took this one’s place; this one works until it expires' }),
  ),
};

export const ApiKey = Named('ApiKey', fields);

export const CreatedKey = Named('CreatedApiKey', {
  ...fields,
  key: text('The key itself. It is shown here and never again.', 'plk_…'),
});

export function keyRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'keys');

  route('createKey', 'POST /api/v1/orgs/:org_id/keys', 'admin', {
    links: {
      revoke: link('revokeKey', 'Revoke this key', { org_id: '$request.path.org_id', key_id: '$response.body#/id' }),
    },
    summary: 'Create an API key',
    body: NewKey,
    success: { 201: CreatedKey },
    call: createKey,
  });
  list('listKeys', 'GET /api/v1/orgs/:org_id/keys', 'admin', {
    summary: 'The API keys of an organization',
    query: PageQuery,
    items: ApiKey,
    call: listKeys,
  });
  route('revokeKey', 'DELETE /api/v1/orgs/:org_id/keys/:key_id', 'admin', {
    summary: 'Revoke an API key',
    success: { 204: Type.Null({ description: 'Revoked' }) },
    call: revokeKey,
  });
  route('rotateKey', 'POST /api/v1/orgs/:org_id/keys/:key_id/rotate', 'admin', {
    summary: 'Replace an API key',
    description:
      'Creates a key with the same name, scopes and expiry. The old one works until the grace period ends, and is then expired.',
    body: Rotation,
    success: { 201: CreatedKey },
    errors: [409],
    call: rotateKey,
  });
}
