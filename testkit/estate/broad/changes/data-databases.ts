import type { Change } from '../../change.ts';
import { backup, dax, dms, elasticache, memorydb, rds, rdsWest, redshift } from '../calls/data.ts';

export const dataDatabaseChanges: readonly Change[] = [
  {
    what: 'a database is reachable from the internet, unprotected and kept for a day',
    shows: {
      'aws_db_instance.data': ['backup_retention_period', 'deletion_protection', 'multi_az', 'publicly_accessible'],
    },
    run: ({ query }) =>
      query(rds, 'ModifyDBInstance', {
        DBInstanceIdentifier: 'data-orders',
        BackupRetentionPeriod: '1',
        DeletionProtection: 'false',
        MultiAZ: 'false',
        PubliclyAccessible: 'true',
        ApplyImmediately: 'true',
      }),
  },
  {
    what: 'a snapshot of a database is shared with another account',
    shows: { 'aws_db_snapshot.data': ['shared_accounts'] },
    run: ({ query }) =>
      query(rds, 'ModifyDBSnapshotAttribute', {
        DBSnapshotIdentifier: 'data-before-migration',
        AttributeName: 'restore',
        'ValuesToAdd.AttributeValue.1': '210987654321',
      }),
  },
  {
    what: 'an instance of a cluster is of a smaller class',
    shows: { 'aws_rds_cluster_instance.data': ['instance_class'] },
    run: ({ query }) =>
      query(rdsWest, 'ModifyDBInstance', {
        DBInstanceIdentifier: 'data-aurora-1',
        DBInstanceClass: 'db.t3.medium',
        ApplyImmediately: 'true',
      }),
  },
  {
    what: 'a snapshot of a cluster is deleted',
    shows: { 'aws_db_cluster_snapshot.data': 'deleted' },
    run: ({ query }) =>
      query(rdsWest, 'DeleteDBClusterSnapshot', { DBClusterSnapshotIdentifier: 'data-aurora-before' }),
  },
  {
    what: 'a global cluster is deleted',
    shows: { 'aws_rds_global_cluster.data': 'deleted' },
    run: ({ query }) => query(rds, 'DeleteGlobalCluster', { GlobalClusterIdentifier: 'data-global' }),
  },
  {
    what: 'an option group is deleted',
    shows: { 'aws_db_option_group.data': 'deleted' },
    run: ({ query }) => query(rds, 'DeleteOptionGroup', { OptionGroupName: 'data-mysql' }),
  },
  {
    what: 'failures of databases notify nobody',
    shows: { 'aws_db_event_subscription.data': 'deleted' },
    run: ({ query }) => query(rds, 'DeleteEventSubscription', { SubscriptionName: 'data-failures' }),
  },
  {
    what: 'a proxy takes all connections of a database',
    shows: { 'aws_db_proxy_default_target_group.data': ['connection_pool_config'] },
    run: ({ query }) =>
      query(rds, 'ModifyDBProxyTargetGroup', {
        DBProxyName: 'data-orders',
        TargetGroupName: 'default',
        'ConnectionPoolConfig.MaxConnectionsPercent': '100',
        'ConnectionPoolConfig.MaxIdleConnectionsPercent': '10',
      }),
  },
  {
    what: 'a proxy does not lead to its database any more',
    shows: { 'aws_db_proxy_target.data': 'deleted' },
    run: ({ query }) =>
      query(rds, 'DeregisterDBProxyTargets', {
        DBProxyName: 'data-orders',
        TargetGroupName: 'default',
        'DBInstanceIdentifiers.member.1': 'data-orders',
      }),
  },
  {
    what: 'an endpoint of a migration is deleted',
    shows: { 'aws_dms_endpoint.data["target"]': 'deleted' },
    run: ({ json, of }) =>
      json(dms, 'AmazonDMSv20160101.DeleteEndpoint', {
        EndpointArn: of('aws_dms_endpoint.data["target"]', 'endpoint_arn'),
      }),
  },
  {
    what: 'a copy grant of a warehouse is deleted',
    shows: { 'aws_redshift_snapshot_copy_grant.data': 'deleted' },
    run: ({ query }) => query(redshift, 'DeleteSnapshotCopyGrant', { SnapshotCopyGrantName: 'data' }),
  },
  {
    what: 'a subnet group of a warehouse is deleted',
    shows: { 'aws_redshift_subnet_group.data': 'deleted' },
    run: ({ query }) => query(redshift, 'DeleteClusterSubnetGroup', { ClusterSubnetGroupName: 'data' }),
  },
  {
    what: 'a cache gets another owner by its tag',
    shows: { 'aws_elasticache_cluster.data': ['tags', 'tags_all'] },
    run: ({ query, of }) =>
      query(elasticache, 'AddTagsToResource', {
        ResourceName: of('aws_elasticache_cluster.data', 'arn'),
        'Tags.Tag.1.Key': 'team',
        'Tags.Tag.1.Value': 'ops',
      }),
  },
  {
    what: 'nothing of a memory database is kept',
    shows: { 'aws_memorydb_cluster.data': ['snapshot_retention_limit'] },
    run: ({ json }) =>
      json(memorydb, 'AmazonMemoryDB.UpdateCluster', { ClusterName: 'data-stock', SnapshotRetentionLimit: 1 }),
  },
  {
    what: 'a snapshot of a memory database is deleted',
    shows: { 'aws_memorydb_snapshot.data': 'deleted' },
    run: ({ json }) => json(memorydb, 'AmazonMemoryDB.DeleteSnapshot', { SnapshotName: 'data-stock-before' }),
  },
  {
    what: 'a table cache has one node',
    shows: { 'aws_dax_cluster.data': ['replication_factor'] },
    run: ({ json }) =>
      json(dax, 'AmazonDAXV3.DecreaseReplicationFactor', { ClusterName: 'data-dax', NewReplicationFactor: 1 }),
  },
  {
    what: 'what a backup vault keeps may be deleted',
    shows: { 'aws_backup_vault_lock_configuration.data': ['max_retention_days', 'min_retention_days'] },
    run: ({ rest }) => rest(backup, 'DELETE', '/backup-vaults/data/vault-lock'),
  },
  {
    what: 'nothing reports of backups any more',
    shows: { 'aws_backup_report_plan.data': 'deleted' },
    run: ({ rest }) => rest(backup, 'DELETE', '/audit/report-plans/data_jobs'),
  },
];
