import { Type } from 'typebox';
import type { JsonObject } from '../../base/json.ts';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { LINE, LINE_OR_EMPTY, Named, NamedStrict, Nullable, oneOf, OrNull, text, Time } from '../schemas/common.ts';
import {
  deleteProviderSettings,
  listProviderSettings,
  saveProviderSettings,
} from '../../services/provider-settings/manage.ts';
import { verifyProviderSettings } from '../../services/provider-settings/verify.ts';

const texts = (description: string, example: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1024, pattern: LINE }), {
    minItems: 1,
    maxItems: 100,
    description,
    examples: [[example]],
  });
const provider = text('The address of the provider', 'hashicorp/google', {
  minLength: 3,
  maxLength: 256,
  pattern: LINE,
});
const alias = text('Its configuration, as `west`, `module.net.west` or `*`; empty for the default one', '', {
  maxLength: 200,
  pattern: LINE_OR_EMPTY,
});
const states = texts('Patterns of keys of states; null for all', 'gcp-prod://*');
const reach = texts(
  'Where it may connect to beside HTTPS of public addresses; null for nothing else',
  'db.example.com:5432',
);

export const NewProviderSettings = NamedStrict('NewProviderSettings', {
  provider,
  alias: Type.Optional(alias),
  states: Type.Optional(OrNull(states)),
  reach: Type.Optional(OrNull(reach)),
  config: Type.Optional(
    Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 100,
      description: 'What stands inside of `provider { }`; never shown again',
      examples: [{ project: 'acme-prod' }],
    }),
  ),
  env: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 100 },
      additionalProperties: { type: 'string', maxLength: 32_768 },
      maxProperties: 50,
      description: 'Variables for the provider alone; never shown again',
      examples: [{ GOOGLE_CREDENTIALS: '{ … }' }],
    }),
  ),
});

export const OwnProviderSettings = Named('OwnProviderSettings', {
  name: text('Settings count in the order of their names', 'google-prod'),
  provider,
  alias,
  states: Nullable(states),
  reach: Nullable(reach),
  config: Type.Array(Type.String(), { description: 'The names in its configuration', examples: [['project']] }),
  env: Type.Array(Type.String(), { description: 'The names of its variables', examples: [['GOOGLE_CREDENTIALS']] }),
  updated_at: Time,
});

export const ProviderVerification = Named('ProviderVerification', {
  ok: Type.Boolean(),
  checks: Type.Array(
    Type.Object({
      name: oneOf(['start', 'configure', 'read']),
      ok: Type.Boolean(),
      code: Type.Optional(text('Why it failed', 'credentials_rejected')),
      detail: text('What was found, and what to do where it failed', 'It takes the configuration.'),
    }),
  ),
  checked_at: Time,
});

export function providerSettingsRoutes(app: App): void {
  const { route } = operationsOf(app, 'clouds');

  route('listProviderSettings', 'GET /api/v1/orgs/:org_id/provider-settings', 'read', {
    summary: 'What an organization gives its providers',
    success: { 200: Type.Array(OwnProviderSettings) },
    call: listProviderSettings,
  });
  route('saveProviderSettings', 'PUT /api/v1/orgs/:org_id/provider-settings/:settings', 'admin', {
    summary: 'Add or replace settings of a provider',
    description:
      'For providers other than hashicorp/aws that the operator lets run. What the operator gives an organization counts first.',
    body: NewProviderSettings,
    success: { 200: OwnProviderSettings },
    errors: [409],
    links: {
      verify: link('verifyProviderSettings', 'Try them', {
        org_id: '$request.path.org_id',
        settings: '$request.path.settings',
      }),
    },
    call: (ctx, { settings, ...input }) => saveProviderSettings(ctx, { ...input, name: settings }),
  });
  route('deleteProviderSettings', 'DELETE /api/v1/orgs/:org_id/provider-settings/:settings', 'admin', {
    summary: 'Delete settings of a provider',
    success: { 204: Type.Null({ description: 'Deleted' }) },
    call: (ctx, { settings, ...input }) => deleteProviderSettings(ctx, { ...input, name: settings }),
  });
  route('verifyProviderSettings', 'GET /api/v1/orgs/:org_id/provider-settings/:settings/verify', 'read', {
    summary: 'Try settings of a provider: start it, configure it, read one resource',
    success: { 200: ProviderVerification },
    errors: [503],
    call: (ctx, { settings, ...input }) => verifyProviderSettings(ctx, { ...input, name: settings }),
  });
}
