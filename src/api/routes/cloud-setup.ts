import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Policy } from './clouds.ts';
import { described, Id, Nullable, oneOf, Strict, Time, text, Named, RepoId } from '../schemas/common.ts';
import { leastPolicy, cloudSetup, verifyCloud } from '../../services/clouds/verify.ts';

export const LeastPolicy = Named('LeastPolicy', {
  policy: Nullable(described(Policy, 'For role_arn; null until an analysis has called the cloud')),
  account_policy: Nullable(described(Policy, 'For the role in every other account')),
  analyses: Type.Array(
    Type.Object({
      id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
      repo_id: Nullable(RepoId),
      state_prefix: Nullable(Type.String({ examples: ['network/'] })),
      finished_at: Nullable(Time),
    }),
    { description: 'The analyses that it is based on, newest first' },
  ),
  withheld: Type.Array(Type.String(), {
    description: 'Needed, but left out, because it reads contents or has a statement of its own',
    examples: [['s3:GetObject']],
  }),
  refused: Type.Array(
    Type.Object({
      service: Type.String({ examples: ['ec2'] }),
      action: Type.String({ examples: ['GetPasswordData'] }),
      times: Type.Integer({ minimum: 1 }),
    }),
    { description: 'Calls that were refused' },
  ),
  unread: Type.Array(
    Type.Object({
      type: Type.String({ examples: ['aws_macie2_account'] }),
      instances: Type.Integer({ minimum: 1 }),
      reason: Nullable(Type.String({ examples: ['denied'] })),
    }),
    { description: 'Types that could not be read, whose permissions are unknown' },
  ),
});

export const Verification = Named('Verification', {
  ok: Type.Boolean({ description: 'Everything that an analysis needs works' }),
  account_id: Nullable(Type.String()),
  assumed_role_arn: Nullable(Type.String({ examples: ['arn:aws:sts::123456789012:assumed-role/plumbline/plumbline'] })),
  checks: Type.Array(
    Type.Object({
      name: text(
        'credentials, assume_role, external_id, state_bucket, account_roles, lock_tables, permissions or providers',
        'assume_role',
      ),
      ok: Type.Boolean(),
      code: Type.Optional(Type.String()),
      detail: Type.Optional(Type.String()),
      hint: Type.Optional(Type.String()),
    }),
  ),
  checked_at: Time,
});

const RoleSetup = Named('RoleSetup', {
  name: text('By `role_arn`, where that is set', 'plumbline'),
  trust_policy: Policy,
  permission_policy: Policy,
  cloudformation: text('A template in YAML that creates the role', 'AWSTemplateFormatVersion: "2010-09-09"\n'),
  terraform: text(
    'Terraform resources that create the role',
    'resource "aws_iam_role" "plumbline" {\n  name = "plumbline"\n}\n',
  ),
});

export const CloudSetup = Named('CloudSetup', {
  external_id: text('Generated; the trust policy of the role has to demand it', 'plumbline-5s0fGxk2T8qLZ1nYb7'),
  principal: Nullable(
    text('The account that the role trusts; null while this server has no credentials of its own', '111122223333'),
  ),
  role: RoleSetup,
  account_role: Nullable(RoleSetup),
  missing: Type.Array(oneOf(['principal', 'state_bucket', 'role_arn']), {
    description: 'Values that are still missing; the texts have placeholders in angle brackets for them',
    examples: [[]],
  }),
});

export function cloudSetupRoutes(app: App): void {
  const { route } = operationsOf(app, 'clouds');

  route('getLeastPolicy', 'GET /api/v1/orgs/:org_id/:cloud/policy', 'read', {
    summary: 'The smallest policy that the role needs, by the calls of past analyses',
    description:
      'Based on the latest 20 analyses that came to a result, and on the latest one of all states. It covers nothing that they could not read, or did not find in the states.',
    success: { 200: LeastPolicy },
    call: leastPolicy,
  });
  route('getCloudSetup', 'GET /api/v1/orgs/:org_id/:cloud/setup', 'read', {
    summary: 'Set-up of a cloud: policies, a CloudFormation template, Terraform',
    success: { 200: CloudSetup },
    call: cloudSetup,
  });
  route('verifyCloud', 'GET /api/v1/:cloud/verify', 'read', {
    summary: 'Verify the connection: assume the role and list the bucket',
    query: Strict({ org_id: Type.Optional(described(Id, 'Needed with the operator key')) }),
    success: { 200: Verification },
    errors: [409],
    call: verifyCloud,
  });
}
