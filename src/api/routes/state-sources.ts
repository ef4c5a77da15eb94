import { Type, type TSchema } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Named, NamedStrict, Nullable, oneOf, OrNull, text, Time } from '../schemas/common.ts';
import { fieldsOf } from '../../sources/contract/fields.ts';
import type { SourceForm } from '../../sources/contract/kind.ts';
import { SOURCE_FORMS } from '../../sources/kinds.ts';
import type { SourceKindName } from '../../sources/contract/names.ts';
import { deleteSource, getStateSource, listStateSources } from '../../services/state-sources/manage.ts';
import { changeSource, saveSource } from '../../services/state-sources/save.ts';
import { verifySource } from '../../services/state-sources/verify.ts';

const names = Object.keys(SOURCE_FORMS) as SourceKindName[];

/** The fields of each kind's settings or credentials, on one line: `gcs: bucket, prefix?`. */
const listed = (part: 'settings' | 'credentials'): string =>
  names
    .map((kind) => {
      const fields = fieldsOf(SOURCE_FORMS[kind][part]).map(
        ({ name, required }) => `\`${name}\`${required ? '' : '?'}`,
      );
      return `${kind}: ${fields.join(', ') || 'none'}`;
    })
    .join('; ');

const field = Type.String({ pattern: '^[a-z][a-z_]*$' });
const value = Type.String({ minLength: 1, maxLength: 32_768 });
const FieldsOf =
  <Value extends string | null>(schema: TSchema) =>
  (description: string, example: Record<string, Value>) =>
    Type.Unsafe<Record<string, Value>>({
      type: 'object',
      propertyNames: { ...field, maxLength: 40 },
      additionalProperties: schema,
      maxProperties: 20,
      description,
      examples: [example],
    });
const Fields = FieldsOf<string>(value);
const ChangedFields = FieldsOf<string | null>(OrNull(value));

export const NewStateSource = NamedStrict('NewStateSource', {
  kind: oneOf(names, 'What the states lie in', ['gcs']),
  settings: Fields(`Where they lie. ${listed('settings')}`, { bucket: 'acme-terraform-states' }),
  credentials: Type.Optional(
    Fields(
      `What gives access; never shown again. Absent: those of before stay, unless other settings than the prefix change. ${listed('credentials')}`,
      { access_token: 'ya29.…' },
    ),
  ),
});

export const StateSourcePatch = NamedStrict('StateSourcePatch', {
  settings: Type.Optional(
    ChangedFields('Settings that change; null takes one away, and the others stay', { prefix: 'platform/' }),
  ),
  credentials: Type.Optional(
    ChangedFields(
      'Credentials that change; never shown again. All are needed where settings other than the prefix change',
      { access_token: 'ya29.…' },
    ),
  ),
});

const FieldsOfKind = Type.Array(
  Type.Object({
    name: text('As `settings` or `credentials` have it', 'bucket'),
    description: Type.String({ examples: ['The bucket'] }),
    example: Type.String({ examples: ['acme-terraform-states'] }),
    required: Type.Boolean(),
    multiline: Type.Boolean({ description: 'It is the text of a file' }),
    operator_only: Type.Boolean({ description: 'Only the operator may set it, as it uses what belongs to the server' }),
  }),
);

export const StateSourceKind = Named('StateSourceKind', 'What a kind of source needs', {
  kind: oneOf(names),
  title: text('What people call it', 'Google Cloud Storage'),
  operator_only: Type.Boolean({ description: 'Only the operator may add one, as it reads what belongs to the server' }),
  settings: FieldsOfKind,
  credentials: FieldsOfKind,
  grants: Nullable(
    text(
      'What gives just the rights that are needed, to be run or written by the owner of the states',
      'create role plumbline …',
    ),
  ),
});

const KINDS = names.map((kind) => {
  const {
    title,
    settings,
    credentials,
    grants,
    operatorSettings,
    isOperatorOnly = false,
  }: SourceForm = SOURCE_FORMS[kind];
  const fields = { settings: fieldsOf(settings, operatorSettings), credentials: fieldsOf(credentials) };
  return { kind, title, operator_only: isOperatorOnly, ...fields, grants: grants ?? null };
});

export const StateSource = Named('StateSource', {
  name: text('Keys of its states begin with `<name>://`; `aws` is the bucket of the AWS settings', 'gcp-prod'),
  kind: text('What the states lie in', 'gcs'),
  settings: Type.Record(Type.String(), Type.String(), { examples: [{ bucket: 'acme-terraform-states' }] }),
  credentials: Type.Array(Type.String(), {
    description: 'The names of the credentials that are set',
    examples: [['credentials']],
  }),
  verified_at: Nullable(Time),
  updated_at: Time,
});

export const StateSourceVerification = Named('StateSourceVerification', {
  ok: Type.Boolean(),
  checks: Type.Array(
    Type.Object({
      name: oneOf(['list', 'read', 'locks']),
      ok: Type.Boolean(),
      code: Type.Optional(text('A code of a problem of states', 'access_denied')),
      detail: text('What was found, and what to do where it failed', 'States can be listed.'),
    }),
  ),
  checked_at: Time,
});

export function stateSourceRoutes(app: App): void {
  const { route } = operationsOf(app, 'states');

  route('listStateSourceKinds', 'GET /api/v1/state-source-kinds', 'public', {
    summary: 'The kinds of state sources, and what each needs',
    success: { 200: Type.Array(StateSourceKind) },
    call: () => KINDS,
  });
  route('listStateSources', 'GET /api/v1/orgs/:org_id/state-sources', 'read', {
    summary: 'Where the states of an organization lie',
    success: { 200: Type.Array(StateSource) },
    call: listStateSources,
  });
  route('saveStateSource', 'PUT /api/v1/orgs/:org_id/state-sources/:source', 'admin', {
    summary: 'Add or replace a state source',
    links: {
      verify: link('verifyStateSource', 'Try it', {
        org_id: '$request.path.org_id',
        source: '$request.path.source',
      }),
    },
    body: NewStateSource,
    success: { 200: StateSource },
    errors: [409],
    call: (ctx, { source, ...input }) => saveSource(ctx, { ...input, name: source }),
  });
  route('changeStateSource', 'PATCH /api/v1/orgs/:org_id/state-sources/:source', 'admin', {
    summary: 'Change some fields of a state source, such as a credential',
    body: StateSourcePatch,
    success: { 200: StateSource },
    errors: [409],
    call: (ctx, { source, ...input }) => changeSource(ctx, { ...input, name: source }),
  });
  route('getStateSource', 'GET /api/v1/orgs/:org_id/state-sources/:source', 'read', {
    summary: 'One state source',
    success: { 200: StateSource },
    call: (ctx, { source, ...input }) => getStateSource(ctx, { ...input, name: source }),
  });
  route('deleteStateSource', 'DELETE /api/v1/orgs/:org_id/state-sources/:source', 'admin', {
    summary: 'Delete a state source',
    success: { 204: Type.Null({ description: 'Deleted' }) },
    call: (ctx, { source, ...input }) => deleteSource(ctx, { ...input, name: source }),
  });
  route('verifyStateSource', 'GET /api/v1/orgs/:org_id/state-sources/:source/verify', 'read', {
    summary: 'Try a state source: list, read one state, read locks',
    success: { 200: StateSourceVerification },
    errors: [409],
    call: (ctx, { source, ...input }) => verifySource(ctx, { ...input, name: source }),
  });
}
