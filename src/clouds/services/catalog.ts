import type { Value } from '../../base/value.ts';
import { elements, fields } from '../../engine/value/canonical.ts';
import { text } from '../../engine/value/fields.ts';
import type { Catalog } from '../contract/entry.ts';
import { childBy, blocksOf, listOf } from '../contract/overlaps.ts';
import { field, type ToParts } from '../contract/parts.ts';
import { value } from '../contract/phrases.ts';

const FILE = [value('file_permission', 'the permissions of the file')];
const POSTGRESQL_PRIVILEGES = ['usage', 'create'];
/** The privileges in the policies of a schema: `reader|USAGE`. */
const schemaPolicies: ToParts = (value) =>
  elements(value)
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
  return elements(privileges).map((privilege) => `${name}|${text(privilege)}`);
};

/** Resource types of databases, stores, code hosts and other services. */
export const SERVICES: Catalog = {
  cloudflare_list: {
    overlaps: ['items', 'item'].map((attribute) =>
      blocksOf(
        attribute,
        childBy('cloudflare_list_item', 'list_id', 'id'),
        'ip',
        'asn',
        'hostname',
        'redirect',
        'comment',
      ),
    ),
  },
  datadog_user: {
    overlaps: [
      listOf(
        'roles',
        'role_id',
        childBy('datadog_user_role', 'user_id', 'id'),
        'the user lists the roles that resources of their own give',
      ),
    ],
  },
  github_repository: {
    overlaps: [
      listOf(
        'topics',
        'topics',
        childBy('github_repository_topics', 'repository', 'name'),
        'the repository lists the topics that a resource of their own manages',
      ),
      listOf(
        'default_branch',
        'branch',
        childBy('github_branch_default', 'repository', 'name'),
        'the repository shows the default branch that a resource of its own manages',
      ),
    ],
  },
  github_repository_collaborators: {
    overlaps: [
      blocksOf('user', childBy('github_repository_collaborator', 'repository', 'repository'), 'username', 'permission'),
      blocksOf('team', childBy('github_team_repository', 'repository', 'repository'), 'team_id', 'permission'),
    ],
  },
  github_repository_topics: { tags: 'set' },
  github_team_members: {
    overlaps: [blocksOf('members', childBy('github_team_membership', 'team_id', 'team_id'), 'username', 'role')],
  },
  local_file: { noun: 'file', gone: 'was deleted or given another content', phrases: FILE },
  local_sensitive_file: { noun: 'file', gone: 'was deleted or given another content', phrases: FILE },
  minio_iam_group_membership: {
    overlaps: [
      {
        attributes: ['users'],
        children: [
          childBy('minio_iam_group_user_attachment', 'group_name', 'group'),
          childBy('minio_iam_user_group_membership', 'groups', 'group'),
        ],
        parts: {
          ofParent: (value) => elements(value).map(text),
          ofChild: (child) => [...field('user_name')(child), ...field('user')(child)],
          shared: true,
        },
        why: 'the group lists the users that resources of their own put into it',
      },
    ],
  },
  minio_s3_bucket: {
    overlaps: [
      listOf(
        'quota',
        'quota',
        childBy('minio_s3_bucket_quota', 'bucket', 'bucket', 'id'),
        'the bucket shows the quota that a resource of its own manages',
      ),
    ],
  },
  minio_s3_bucket_tags: { tags: 'set' },
  minio_s3_object_tags: { tags: 'set' },
  postgresql_role: {
    overlaps: [
      listOf(
        'roles',
        'grant_role',
        childBy('postgresql_grant_role', 'role', 'name'),
        'the role lists the roles that grants of their own give it',
      ),
    ],
  },
  postgresql_schema: {
    overlaps: [
      {
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
    ],
  },
};
