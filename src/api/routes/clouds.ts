import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  Nullable,
  oneOf,
  OrNull,
  Strict,
  Time,
  text,
  LINE,
  LINE_OR_EMPTY,
  NamedStrict,
  About,
  Named,
} from '../schemas/common.ts';
import { getCloudSettings, saveCloudSettings } from '../../services/clouds/settings.ts';
import { type Schedule, SCHEDULES } from '../../store/column-values.ts';

const roleArn = text('The role that Plumbline assumes', 'arn:aws:iam::123456789012:role/plumbline', {
  maxLength: 600,
  pattern: '^arn:aws[a-z-]*:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$',
});
const bucket = text(
  'Only the name of the bucket that the states lie in: in s3://bucket/prefix/, the rest is the prefix',
  'acme-terraform-states',
  { maxLength: 63, pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' },
);
const prefix = text('Only keys that start with it', 'prod/', {
  maxLength: 900,
  pattern: LINE_OR_EMPTY,
});
const stateKeyArn = text(
  'The KMS key that OpenTofu encrypts states with; the permission policy then allows it',
  'arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52-0b1e-4c55-9f0a-3f6f0d1b2c3d',
  { maxLength: 200, pattern: '^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$' },
);
const region = Type.String({ pattern: '^[a-z]{2,4}(-[a-z]+)+-[0-9]{1,2}$', examples: ['eu-west-1'] });

const accountRoleArn = text(
  'The role in every other account, with {account} in the place of its id; the first role assumes it, with the same external id',
  'arn:aws:iam::{account}:role/plumbline',
  { maxLength: 600, pattern: '^arn:aws[a-z-]*:iam::\\{account\\}:role/[A-Za-z0-9+=,.@_/-]+$' },
);
const accounts = Type.Array(Type.String({ pattern: '^[0-9]{12}$' }), {
  maxItems: 1000,
  uniqueItems: true,
  description: 'The only accounts that may be reached beside the own one of `role_arn`; null for any',
  examples: [['210987654321']],
});

const tagKey = Type.String({ minLength: 1, maxLength: 128, pattern: LINE });
const TagSettings = NamedStrict('TagSettings', {
  default_tags: Type.Optional(
    Type.Record(tagKey, Type.String({ maxLength: 256 }), {
      additionalProperties: false,
      maxProperties: 50,
      description: 'The `default_tags` of the configuration; used where a state has no `tags_all`',
      examples: [{ team: 'payments' }],
    }),
  ),
  ignore_tags: Type.Optional(
    Strict(
      {
        keys: Type.Optional(Type.Array(tagKey, { maxItems: 100, examples: [['cost-center']] })),
        key_prefixes: Type.Optional(Type.Array(tagKey, { maxItems: 100, examples: [['kubernetes.io/']] })),
      },
      { description: 'Tags that count for nothing, like `ignore_tags` of the configuration' },
    ),
  ),
});
const providerSettings = Type.Record(
  Type.String({ maxLength: 128, pattern: '^(\\*|[a-z0-9][a-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_-]*)?)$' }),
  TagSettings,
  {
    additionalProperties: false,
    maxProperties: 100,
    description:
      'Provider settings that no state holds, by configuration: `aws` is the default one, `aws.west` the one with that alias, `*` all',
    examples: [{ '*': { ignore_tags: { keys: ['cost-center'] } } }],
  },
);

const schedule = oneOf(SCHEDULES, 'Interval of scheduled analyses; default 24h', ['6h']);

const reason = text(
  'Why a role that can be assumed without the external id is used all the same',
  'The role belongs to a vendor who cannot change its trust policy; only this account is read.',
  { maxLength: 500, pattern: '^[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$' },
);

export const CloudPatch = NamedStrict(
  'CloudPatch',
  'Absent = unchanged, null = cleared. role_arn, state_bucket, state_key_arn, account_role_arn, accounts, secret_values and external_id_override need the scope `admin`, everything else `write`',
  {
    role_arn: Type.Optional(OrNull(roleArn)),
    state_bucket: Type.Optional(OrNull(bucket)),
    state_prefix: Type.Optional(OrNull(prefix)),
    region: Type.Optional(OrNull(region)),
    state_key_arn: Type.Optional(OrNull(stateKeyArn)),
    account_role_arn: Type.Optional(OrNull(accountRoleArn)),
    accounts: Type.Optional(OrNull(accounts)),
    provider_settings: Type.Optional(OrNull(providerSettings)),
    secret_values: Type.Optional(
      OrNull(
        Type.Boolean({
          description:
            'Whether the values of secrets may be read to be compared (secret versions, SecureString parameters); masked before they are kept. Default false',
        }),
      ),
    ),
    external_id_override: Type.Optional(
      OrNull(
        Strict(
          { reason },
          {
            description:
              'Uses the role although it can be assumed without the external id; ends when role_arn or account_role_arn changes. The operator key only, where there are other organizations',
          },
        ),
      ),
    ),
    schedule: Type.Optional(
      Type.Unsafe<Schedule | null>({
        type: ['string', 'null'],
        enum: [...SCHEDULES, null],
        description: 'Interval of scheduled analyses; null is the default, 24h',
        examples: ['6h'],
      }),
    ),
  },
);

export const Policy = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export const CloudConfiguration = Named('CloudConfiguration', {
  role_arn: Nullable(Type.String({ examples: ['arn:aws:iam::123456789012:role/plumbline'] })),
  state_bucket: Nullable(Type.String({ examples: ['acme-terraform-states'] })),
  state_prefix: Nullable(Type.String({ examples: ['prod/'] })),
  region: Nullable(Type.String({ examples: ['eu-west-1'] })),
  state_key_arn: Nullable(stateKeyArn),
  account_role_arn: Nullable(Type.String({ examples: ['arn:aws:iam::{account}:role/plumbline'] })),
  accounts: Nullable(Type.Array(Type.String(), { examples: [['210987654321']] })),
  provider_settings: Nullable(Type.Record(Type.String(), TagSettings, { examples: [{ '*': {} }] })),
  secret_values: Type.Boolean({ description: 'Whether the values of secrets may be read', examples: [false] }),
  external_id: text('Generated; the trust policy of the role has to demand it', 'plumbline-5s0fGxk2T8qLZ1nYb7'),
  external_id_override: Nullable(
    About('Who accepted that the role can be assumed without the external id, and why', {
      reason: Type.String(),
      by: Type.String({ examples: ['The key ci'] }),
      at: Time,
    }),
  ),
  schedule,
  next_run_at: Nullable(
    text('Null while nothing is scheduled, or nothing may be started', '2026-01-31T09:30:00.000Z', {
      format: 'date-time',
    }),
  ),
  last_skipped: Nullable(
    About('The last scheduled run that was skipped, and why', {
      at: Time,
      reason: oneOf(['state_locked', 'under_way', 'quota_exceeded']),
      detail: Type.String({ examples: ['prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z.'] }),
    }),
  ),
  locks_unread: Nullable(
    text(
      'Which locks could not be checked before the last scheduled run; it ran as if there were none',
      'Locks in the table terraform-locks in eu-west-1 may not be read: take the permission policy over again.',
    ),
  ),
  updated_at: Time,
  trust_policy: Policy,
  permission_policy: Policy,
  account_trust_policy: Nullable(Policy),
  account_permission_policy: Nullable(Policy),
});

export function cloudRoutes(app: App): void {
  const { route } = operationsOf(app, 'clouds');

  route('saveCloudConfiguration', 'PATCH /api/v1/orgs/:org_id/:cloud', 'write', {
    summary: 'Save the role and the state bucket',
    body: CloudPatch,
    success: { 200: CloudConfiguration },
    errors: [409],
    call: (ctx, { org_id, cloud, ...patch }) => saveCloudSettings(ctx, { org_id, cloud, patch }),
  });
  route('getCloudConfiguration', 'GET /api/v1/orgs/:org_id/:cloud', 'read', {
    summary: 'The role, the state bucket, and the policies to paste',
    success: { 200: CloudConfiguration },
    call: getCloudSettings,
  });
}
