import { text } from '../../../engine/value/fields.ts';
import type { Catalog } from '../../contract/entry.ts';
import { childBy, PARTIAL, listOf, type ChildLink } from '../../contract/overlaps.ts';
import { amount, blocks, cases, flag, items, opaque, value, type Phrase } from '../../contract/phrases.ts';
import { byName, scaledTarget } from './scaled-target.ts';

const DATABASE: readonly Phrase[] = [
  amount('backup_retention_period', 'the backup retention', 'days', { '0': 'none (automated backups off)' }),
  value('engine_version', 'the database engine version'),
  opaque(['password', 'master_password'], 'the master password'),
  flag('iam_database_authentication_enabled', 'IAM database authentication'),
  items('enabled_cloudwatch_logs_exports', 'the export of logs', { many: 'the export of logs' }),
  value(['preferred_backup_window', 'backup_window'], 'the backup window'),
  value(['preferred_maintenance_window', 'maintenance_window'], 'the maintenance window'),
];
const CACHE: readonly Phrase[] = [
  value('node_type', 'the node type of the cache'),
  amount(['num_cache_clusters', 'number_cache_clusters', 'num_cache_nodes'], 'the number of cache nodes'),
  amount('snapshot_retention_limit', 'the retention of cache snapshots', 'days'),
  value('engine_version', 'the cache engine version'),
  value('parameter_group_name', 'the parameter group of the cache'),
];
const CACHE_NAME = byName('replication-group/', 'replication_group_id', 'id');

const rolesBy = (child: ChildLink, own: string) =>
  listOf('iam_roles', own, child, 'the cluster lists the roles that association resources manage');
const membersBy = (type: string) =>
  listOf(
    'cluster_members',
    'identifier',
    childBy(type, 'cluster_identifier', 'cluster_identifier', 'id'),
    'the cluster lists the instances that instance resources manage',
  );

/** Databases, tables and caches. */
export const DATABASES: Catalog = {
  aws_dax_cluster: {
    noun: 'DAX cluster',
    so: 'reads through it fail',
    phrases: [amount('replication_factor', 'the number of DAX nodes')],
  },
  aws_db_cluster_snapshot: { noun: 'Aurora snapshot', so: 'nothing can be restored from it' },
  aws_db_event_subscription: { noun: 'RDS event subscription', so: 'nobody is notified of those events' },
  aws_db_instance: {
    noun: 'RDS database',
    so: 'its data is gone but for snapshots',
    phrases: [
      ...DATABASE,
      value('instance_class', 'the database instance class'),
      amount('allocated_storage', 'the database storage', 'GB'),
      amount('max_allocated_storage', 'the limit of storage autoscaling', 'GB', { '0': 'off' }),
      flag('multi_az', 'the standby in another zone (Multi-AZ)'),
      flag('publicly_accessible', 'public access', {
        on: 'the database was made publicly accessible from the internet',
        off: 'the database was closed to the internet',
      }),
      flag('auto_minor_version_upgrade', 'automatic minor version upgrade'),
      flag('performance_insights_enabled', 'monitoring by Performance Insights'),
      value('parameter_group_name', 'the parameter group of the database'),
    ],
  },
  aws_db_option_group: { noun: 'RDS option group', so: 'nothing new can be made with it' },
  aws_db_parameter_group: {
    noun: 'database parameter group',
    phrases: [blocks('parameter', 'the database parameter', ['name'])],
  },
  aws_db_proxy_target: {
    noun: 'RDS Proxy target',
    gone: 'was deregistered',
    so: 'the proxy no longer leads to the database',
  },
  aws_db_snapshot: { noun: 'RDS snapshot', so: 'nothing can be restored from it' },
  aws_docdb_cluster: { overlaps: [membersBy('aws_docdb_cluster_instance')] },
  aws_dynamodb_table: {
    noun: 'DynamoDB table',
    so: 'its items are gone',
    phrases: [
      flag('point_in_time_recovery.enabled', 'point-in-time recovery'),
      flag('ttl.enabled', 'expiry of items (TTL)'),
      cases('billing_mode', 'the billing mode', {
        PAY_PER_REQUEST: 'billing was changed to on-demand (pay per request)',
        PROVISIONED: 'billing was changed to provisioned capacity',
      }),
      amount('read_capacity', 'the read capacity'),
      amount('write_capacity', 'the write capacity'),
      flag('stream_enabled', 'the change stream of the table'),
      value('stream_view_type', 'the view of the change stream'),
      flag('server_side_encryption.enabled', 'encryption with a KMS key'),
      blocks('global_secondary_index', 'the index', ['name']),
      blocks('replica', 'the replica in', ['region_name'], 'the replicas in'),
    ],
    overlaps: [
      {
        attributes: ['replica'],
        children: [childBy('aws_dynamodb_table_replica', 'global_table_arn', 'arn')],
        parts: PARTIAL,
        why: 'the table lists the replicas that replica resources manage',
      },
    ],
    scaled: [
      scaledTarget('read_capacity', 'dynamodb:table:ReadCapacityUnits', byName('table/', 'name')),
      scaledTarget('write_capacity', 'dynamodb:table:WriteCapacityUnits', byName('table/', 'name')),
    ],
    scaledBlocks: {
      attribute: 'global_secondary_index',
      scaledOf: (table, index) => {
        const id = () => [`table/${text(table.name)}/index/${text(index.name)}`];
        return [
          scaledTarget('read_capacity', 'dynamodb:index:ReadCapacityUnits', id),
          scaledTarget('write_capacity', 'dynamodb:index:WriteCapacityUnits', id),
        ];
      },
    },
  },
  aws_dynamodb_table_item: {
    noun: 'DynamoDB item',
    so: 'whoever reads it finds nothing',
    phrases: [opaque('item', 'the content of the item')],
  },
  aws_dynamodb_tag: {
    noun: 'tag of a DynamoDB table',
    phrases: [value('value', 'the value of the tag')],
    tags: { by: 'resource_arn', to: ['arn'] },
  },
  aws_elasticache_cluster: { noun: 'cache cluster', so: 'everything in the cache is gone', phrases: CACHE },
  aws_elasticache_replication_group: {
    noun: 'Redis cache',
    so: 'everything in the cache is gone',
    phrases: [
      ...CACHE,
      flag('automatic_failover_enabled', 'automatic failover of the cache'),
      flag('multi_az_enabled', 'the standby of the cache in another zone (Multi-AZ)'),
      opaque('auth_token', 'the auth token of the cache'),
    ],
    scaled: [
      scaledTarget('num_node_groups', 'elasticache:replication-group:NodeGroups', CACHE_NAME),
      scaledTarget('replicas_per_node_group', 'elasticache:replication-group:Replicas', CACHE_NAME),
    ],
  },
  aws_elasticache_user_group: {
    overlaps: [
      listOf(
        'user_ids',
        'user_id',
        childBy('aws_elasticache_user_group_association', 'user_group_id', 'user_group_id', 'id'),
        'the group lists the users that association resources manage',
      ),
    ],
  },
  aws_memorydb_snapshot: { noun: 'MemoryDB snapshot', so: 'nothing can be restored from it' },
  aws_neptune_cluster: { overlaps: [membersBy('aws_neptune_cluster_instance')] },
  aws_rds_cluster: {
    noun: 'Aurora database cluster',
    so: 'its data is gone but for snapshots',
    phrases: [
      ...DATABASE,
      amount('serverlessv2_scaling_configuration.max_capacity', 'the maximum capacity of the cluster', 'ACUs'),
      amount('serverlessv2_scaling_configuration.min_capacity', 'the minimum capacity of the cluster', 'ACUs'),
      amount('backtrack_window', 'the backtrack window', 'seconds', { '0': 'none' }),
    ],
    overlaps: [
      rolesBy(
        childBy('aws_rds_cluster_role_association', 'db_cluster_identifier', 'cluster_identifier', 'id'),
        'role_arn',
      ),
      membersBy('aws_rds_cluster_instance'),
    ],
  },
  aws_rds_cluster_instance: {
    noun: 'Aurora cluster instance',
    so: 'one instance less serves the database',
    phrases: [
      value('instance_class', 'the database instance class'),
      amount('promotion_tier', 'the failover priority of the instance'),
    ],
  },
  aws_redshift_cluster: {
    overlaps: [
      rolesBy(
        childBy('aws_redshift_cluster_iam_roles', 'cluster_identifier', 'cluster_identifier', 'id'),
        'iam_role_arns',
      ),
    ],
  },
};
