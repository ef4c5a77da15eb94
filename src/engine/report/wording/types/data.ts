import { amount, blocks, cases, flag, items, opaque, value, type Phrase, type Subject } from './phrase.ts';

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

/** Databases, caches, tables. */
export const DATA: readonly Subject[] = [
  {
    type: 'aws_db_instance',
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
  {
    type: 'aws_rds_cluster',
    noun: 'Aurora database cluster',
    so: 'its data is gone but for snapshots',
    phrases: [
      ...DATABASE,
      amount('serverlessv2_scaling_configuration.max_capacity', 'the maximum capacity of the cluster', 'ACUs'),
      amount('serverlessv2_scaling_configuration.min_capacity', 'the minimum capacity of the cluster', 'ACUs'),
      amount('backtrack_window', 'the backtrack window', 'seconds', { '0': 'none' }),
    ],
  },
  {
    type: 'aws_rds_cluster_instance',
    noun: 'Aurora cluster instance',
    so: 'one instance less serves the database',
    phrases: [
      value('instance_class', 'the database instance class'),
      amount('promotion_tier', 'the failover priority of the instance'),
    ],
  },
  {
    type: 'aws_db_parameter_group',
    noun: 'database parameter group',
    phrases: [blocks('parameter', 'the database parameter', ['name'])],
  },
  {
    type: 'aws_dynamodb_table',
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
  },
  {
    type: 'aws_dynamodb_table_item',
    noun: 'DynamoDB item',
    so: 'whoever reads it finds nothing',
    phrases: [opaque('item', 'the content of the item')],
  },
  {
    type: 'aws_elasticache_replication_group',
    noun: 'Redis cache',
    so: 'everything in the cache is gone',
    phrases: [
      ...CACHE,
      flag('automatic_failover_enabled', 'automatic failover of the cache'),
      flag('multi_az_enabled', 'the standby of the cache in another zone (Multi-AZ)'),
      opaque('auth_token', 'the auth token of the cache'),
    ],
  },
  {
    type: 'aws_elasticache_cluster',
    noun: 'cache cluster',
    so: 'everything in the cache is gone',
    phrases: CACHE,
  },
  {
    type: 'aws_kinesis_stream',
    noun: 'Kinesis stream',
    so: 'records that nobody had read are gone',
    phrases: [
      amount('shard_count', 'the number of shards'),
      amount('retention_period', 'the retention of records', 'hours'),
      value('encryption_type', 'the encryption of the stream'),
      value('stream_mode_details.stream_mode', 'the capacity mode of the stream'),
    ],
  },
];
