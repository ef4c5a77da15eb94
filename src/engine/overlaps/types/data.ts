import type { ChildLink } from '../match/children.ts';
import { listOf, type Overlap } from '../match/overlap.ts';

const roles = (parent: string, child: ChildLink, own: string) =>
  listOf(parent, 'iam_roles', own, [child], 'the cluster lists the roles that association resources manage');

/** Clusters of databases. */
export const DATA: Overlap[] = [
  roles(
    'aws_redshift_cluster',
    { type: 'aws_redshift_cluster_iam_roles', by: 'cluster_identifier', to: ['cluster_identifier', 'id'] },
    'iam_role_arns',
  ),
  roles(
    'aws_rds_cluster',
    { type: 'aws_rds_cluster_role_association', by: 'db_cluster_identifier', to: ['cluster_identifier', 'id'] },
    'role_arn',
  ),
  ...['rds', 'docdb', 'neptune'].map((kind) =>
    listOf(
      `aws_${kind}_cluster`,
      'cluster_members',
      'identifier',
      [{ type: `aws_${kind}_cluster_instance`, by: 'cluster_identifier', to: ['cluster_identifier', 'id'] }],
      'the cluster lists the instances that instance resources manage',
    ),
  ),
  listOf(
    'aws_elasticache_user_group',
    'user_ids',
    'user_id',
    [{ type: 'aws_elasticache_user_group_association', by: 'user_group_id', to: ['user_group_id', 'id'] }],
    'the group lists the users that association resources manage',
  ),
];
