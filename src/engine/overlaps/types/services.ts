import type { Value } from '../../../base/value.ts';
import { fields } from '../../value/canonical.ts';
import { field, text, type ToParts } from '../match/parts.ts';
import { blocksOf, listOf, type Overlap } from '../match/overlap.ts';

const POSTGRESQL_PRIVILEGES = ['usage', 'create'];

/** The privileges in the policies of a schema: `reader|USAGE`. */
const schemaPolicies: ToParts = (value) =>
  (Array.isArray(value) ? value : [])
    .map(fields)
    .flatMap((policy) =>
      POSTGRESQL_PRIVILEGES.flatMap((name) =>
        policy[name] === true || policy[`${name}_with_grant`] === true
          ? [`${text(policy.role)}|${name.toUpperCase()}`]
          : [],
      ),
    );

const schemaGrant: ToParts = (value: Value) => {
  const { role, privileges } = fields(value);
  const name = text(role) === 'public' ? '' : text(role);
  return (Array.isArray(privileges) ? privileges : []).map((privilege) => `${name}|${text(privilege)}`);
};

const POSTGRESQL: Overlap[] = [
  listOf(
    'postgresql_role',
    'roles',
    'grant_role',
    [{ type: 'postgresql_grant_role', by: 'role', to: ['name'] }],
    'the role lists the roles that grants of their own give it',
  ),
  {
    parent: 'postgresql_schema',
    attributes: ['policy'],
    children: [
      {
        type: 'postgresql_grant',
        by: 'schema',
        to: ['name'],
        where: { field: 'object_type', is: 'schema' },
        same: ['database'],
      },
    ],
    parts: { ofParent: schemaPolicies, ofChild: schemaGrant, shared: true },
    why: 'the schema lists the privileges that grants of their own give',
  },
];

const MINIO: Overlap[] = [
  {
    parent: 'minio_iam_group_membership',
    attributes: ['users'],
    children: [
      { type: 'minio_iam_group_user_attachment', by: 'group_name', to: ['group'] },
      { type: 'minio_iam_user_group_membership', by: 'groups', to: ['group'] },
    ],
    parts: {
      ofParent: (value) => (Array.isArray(value) ? value : []).map(text),
      ofChild: (child) => [...field('user_name')(child), ...field('user')(child)],
      shared: true,
    },
    why: 'the group lists the users that resources of their own put into it',
  },
  listOf(
    'minio_s3_bucket',
    'quota',
    'quota',
    [{ type: 'minio_s3_bucket_quota', by: 'bucket', to: ['bucket', 'id'] }],
    'the bucket shows the quota that a resource of its own manages',
  ),
];

const GITHUB: Overlap[] = [
  listOf(
    'github_repository',
    'topics',
    'topics',
    [{ type: 'github_repository_topics', by: 'repository', to: ['name'] }],
    'the repository lists the topics that a resource of their own manages',
  ),
  listOf(
    'github_repository',
    'default_branch',
    'branch',
    [{ type: 'github_branch_default', by: 'repository', to: ['name'] }],
    'the repository shows the default branch that a resource of its own manages',
  ),
  blocksOf(
    'github_team_members',
    'members',
    { type: 'github_team_membership', by: 'team_id', to: ['team_id'] },
    'username',
    'role',
  ),
  blocksOf(
    'github_repository_collaborators',
    'user',
    { type: 'github_repository_collaborator', by: 'repository', to: ['repository'] },
    'username',
    'permission',
  ),
  blocksOf(
    'github_repository_collaborators',
    'team',
    { type: 'github_team_repository', by: 'repository', to: ['repository'] },
    'team_id',
    'permission',
  ),
];

const OTHERS: Overlap[] = [
  ...['items', 'item'].map((attribute) =>
    blocksOf(
      'cloudflare_list',
      attribute,
      { type: 'cloudflare_list_item', by: 'list_id', to: ['id'] },
      'ip',
      'asn',
      'hostname',
      'redirect',
      'comment',
    ),
  ),
  listOf(
    'datadog_user',
    'roles',
    'role_id',
    [{ type: 'datadog_user_role', by: 'user_id', to: ['id'] }],
    'the user lists the roles that resources of their own give',
  ),
];

/** Databases, stores, code hosts and other services. */
export const SERVICES: Overlap[] = [...POSTGRESQL, ...MINIO, ...GITHUB, ...OTHERS];
