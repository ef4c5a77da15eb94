import { Type } from 'typebox';
import { Nullable, OrNull, Strict, Time } from './common.ts';

export const NewOrganization = Strict({
  login: Type.String({
    pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$',
    description: 'Its name on the code host, or any unique name: letters, digits, and . _ - inside',
    examples: ['acme'],
  }),
  installation_id: Type.Optional(OrNull(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
});

export const Organization = Type.Object(
  {
    id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    login: Type.String(),
    installation_id: Nullable(Type.Integer()),
    created_at: Time,
  },
  { title: 'Organization' },
);
