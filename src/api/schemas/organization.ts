import { Type } from 'typebox';
import { FAILING_SEVERITIES } from '../../engine/model/analysis.ts';
import { Actor } from './audit.ts';
import { Nullable, oneOf, OrNull, Strict, Time, WordOrNull } from './common.ts';

const Login = Type.String({
  maxLength: 100,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$',
  description: 'Its name on the code host, or any unique name: letters, digits, and . _ - inside',
  examples: ['acme'],
});
const InstallationId = OrNull(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));

const Retention = {
  description: 'How many days incidents that are over are kept; null = for ever',
  examples: [730],
};

const FailsAt = oneOf(
  FAILING_SEVERITIES,
  'From which severity on drift in the states that a pull request touches fails its check; null = never',
);
const DriftIssues = {
  description: 'Whether each repository has an issue that tells of drift in its states while there is some',
};

export const RetentionDays = { minimum: 1, maximum: 36_500, ...Retention, description: 'How many days they are kept' };

export const NewOrganization = Strict(
  { login: Login, installation_id: Type.Optional(InstallationId) },
  { title: 'NewOrganization' },
);

export const OrganizationPatch = Strict(
  {
    login: Type.Optional(Login),
    installation_id: Type.Optional(InstallationId),
    incident_retention_days: Type.Optional(OrNull(Type.Integer({ minimum: 1, maximum: 36_500, ...Retention }))),
    check_fails_at: Type.Optional(WordOrNull(FailsAt)),
    drift_issues: Type.Optional(Type.Boolean(DriftIssues)),
  },
  {
    title: 'OrganizationPatch',
    description: 'Absent = unchanged, null = none. Login and installation are for the operator key only',
    examples: [{ incident_retention_days: 730 }],
  },
);

export const Organization = Type.Object(
  {
    id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    login: Type.String(),
    installation_id: Nullable(Type.Integer()),
    suspended_at: Nullable(
      Type.String({ format: 'date-time', description: 'Since when the installation is suspended' }),
    ),
    uninstalled_at: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Since when the App is gone that was installed; its history is kept for the days of the setting PLUMBLINE_UNINSTALLED_DAYS, then deleted',
      }),
      { examples: [null] },
    ),
    created_at: Time,
    plan: Nullable(Type.String({ description: 'What it is subscribed to; null without a subscription' })),
    billing_status: Type.String({
      description:
        'Of the subscription: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired or canceled; none where there never was one',
      examples: ['active'],
    }),
    current_period_end: Nullable(Type.String({ format: 'date-time', description: 'Until when it is paid' })),
    cancel_at_period_end: Type.Boolean({ description: 'The subscription ends then and is not renewed' }),
    incident_retention_days: Nullable(Type.Integer({ description: Retention.description }), {
      examples: Retention.examples,
    }),
    check_fails_at: Nullable(FailsAt, { examples: ['high'] }),
    drift_issues: Type.Boolean(DriftIssues),
  },
  { title: 'Organization' },
);

export const OrganizationDeletion = Type.Object(
  {
    id: Type.String({ examples: ['del_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    organization_id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    login: Type.String({ description: 'What it was called' }),
    actor: Actor,
    request_id: Nullable(Type.String()),
    requested_at: Time,
    finished_at: Nullable(Type.String({ format: 'date-time', description: 'When the last of its rows was erased' })),
  },
  { title: 'OrganizationDeletion' },
);
