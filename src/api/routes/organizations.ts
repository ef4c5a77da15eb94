import { Type } from 'typebox';
import { link, operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Actor } from './audit.ts';
import {
  ANY_TEXT,
  Nullable,
  oneOf,
  OrNull,
  PageQuery,
  Strict,
  Time,
  WordOrNull,
  text,
  NamedStrict,
  Named,
  described,
} from '../schemas/common.ts';
import { FAILING_SEVERITIES } from '../../engine/model/analysis.ts';
import { getByInstallation } from '../../services/installations/first-contact.ts';
import { createOrganization } from '../../services/organizations/create.ts';
import { deleteOrganization, listDeletions } from '../../services/organizations/delete.ts';
import { getOrganization, listOrganizations } from '../../services/organizations/list.ts';
import { updateOrganization } from '../../services/organizations/update.ts';

const Login = text('Its name on the code host, or any unique name: letters, digits, and . _ - inside', 'acme', {
  maxLength: 100,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$',
});
const InstallationId = OrNull(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));

const Retention = {
  description: 'How many days resolved incidents are kept; null = for ever',
  examples: [730],
};

const FailsAt = oneOf(
  FAILING_SEVERITIES,
  'From which severity on drift in the states that a pull request touches fails its check; null = never',
);
const DriftIssues = {
  description: 'Whether each repository has an issue about drift in its states while there is some',
};

export const RetentionDays = { minimum: 1, maximum: 36_500, ...Retention, description: 'How many days they are kept' };

export const NewOrganization = NamedStrict('NewOrganization', {
  login: Login,
  installation_id: Type.Optional(InstallationId),
});

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

export const Organization = Named('Organization', {
  id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  login: Type.String(),
  installation_id: Nullable(Type.Integer()),
  suspended_at: Nullable(described(Time, 'Since when the installation is suspended')),
  uninstalled_at: Nullable(
    described(
      Time,
      'Since when the App is gone that was installed; its history is kept for the days of the setting PLUMBLINE_UNINSTALLED_DAYS, then deleted',
    ),
    { examples: [null] },
  ),
  created_at: Time,
  plan: Nullable(Type.String({ description: 'The plan of its subscription; null without one' })),
  billing_status: text(
    'Of the subscription: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired or canceled; none where there never was one',
    'active',
  ),
  current_period_end: Nullable(described(Time, 'Until when it is paid')),
  cancel_at_period_end: Type.Boolean({ description: 'The subscription ends then and is not renewed' }),
  incident_retention_days: Nullable(Type.Integer({ description: Retention.description }), {
    examples: Retention.examples,
  }),
  check_fails_at: Nullable(FailsAt, { examples: ['high'] }),
  drift_issues: Type.Boolean(DriftIssues),
});

export const OrganizationDeletion = Named('OrganizationDeletion', {
  id: Type.String({ examples: ['del_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  organization_id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  login: Type.String({ description: 'Its former login' }),
  actor: Actor,
  request_id: Nullable(Type.String()),
  requested_at: Time,
  finished_at: Nullable(described(Time, 'When the last of its rows was erased')),
});

const InstallationParams = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The installation's number on the code host",
  }),
});

const DeletionQuery = Strict({
  confirm: text('The organization’s login', 'acme', { maxLength: 100, pattern: ANY_TEXT }),
  cancel_analyses: Type.Boolean({
    default: false,
    description: 'Cancel the analyses that wait or run; without it they keep the organization from being deleted',
  }),
});

export function organizationRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'organizations');

  route('createOrganization', 'POST /api/v1/orgs', 'operator', {
    links: { keys: link('createKey', 'Create a key for it', { org_id: '$response.body#/id' }) },
    summary: 'Create an organization',
    body: NewOrganization,
    success: { 201: Organization },
    errors: [409],
    call: createOrganization,
  });
  list('listOrganizations', 'GET /api/v1/orgs', 'operator', {
    summary: 'All organizations of this instance',
    query: PageQuery,
    items: Organization,
    call: listOrganizations,
  });
  route('updateOrganization', 'PATCH /api/v1/orgs/:org_id', 'admin', {
    summary:
      'Change how long incidents are kept, what fails a check, whether there are issues, the login, or the linked installation',
    description:
      'Once an installation is linked, the organization follows what the code host calls its account. Login and installation are for the operator key only.',
    body: OrganizationPatch,
    success: { 200: Organization },
    errors: [409],
    call: updateOrganization,
  });
  route('getOrganization', 'GET /api/v1/orgs/:org_id', 'read', {
    summary: 'One organization',
    success: { 200: Organization },
    call: getOrganization,
  });
  route('deleteOrganization', 'DELETE /api/v1/orgs/:org_id', 'admin', {
    summary: 'Delete an organization with everything of it',
    description:
      'It disappears at once and its keys end; its rows are erased in the background, its audit log too. It cannot be brought back. The App stays installed on the code host: the next event there creates a new organization, unless the App is uninstalled first.',
    query: DeletionQuery,
    success: { 202: OrganizationDeletion },
    errors: [409],
    call: deleteOrganization,
  });
  list('listOrganizationDeletions', 'GET /api/v1/orgs/deletions', 'operator', {
    summary: 'Organizations that were deleted, and by whom',
    description: 'All that is left of them. Those whose App was taken away too long ago are deleted by `retention`.',
    query: PageQuery,
    items: OrganizationDeletion,
    call: listDeletions,
  });
  route('getOrganizationByInstallation', 'GET /api/v1/orgs/by-installation/:id', 'read', {
    summary: 'The organization of an installation',
    description:
      'Reads an installation without a received webhook from the code host, and makes it an organization; its repositories follow within seconds. 409 where the operator has to say first whose it is.',
    params: InstallationParams,
    success: { 200: Organization },
    errors: [409],
    call: getByInstallation,
  });
}
