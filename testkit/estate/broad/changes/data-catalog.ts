import type { Change } from '../../change.ts';
import { athena, glue, lakeformation, policy } from '../calls/data.ts';

export const dataCatalogChanges: readonly Change[] = [
  {
    what: 'a crawler is deleted',
    shows: { 'aws_glue_crawler.data': 'deleted' },
    run: ({ json }) => json(glue, 'AWSGlue.DeleteCrawler', { Name: 'data-visits' }),
  },
  {
    what: 'a trigger of the catalogue is stopped',
    shows: { 'aws_glue_trigger.data': ['enabled'] },
    run: ({ json }) => json(glue, 'AWSGlue.StopTrigger', { Name: 'data-nightly' }),
  },
  {
    what: 'a registry of schemas gets another owner by its tag',
    shows: { 'aws_glue_registry.data': ['tags', 'tags_all'] },
    run: ({ json, of }) =>
      json(glue, 'AWSGlue.TagResource', {
        ResourceArn: of('aws_glue_registry.data', 'arn'),
        TagsToAdd: { team: 'ops' },
      }),
  },
  {
    what: 'a schema may be changed in any way',
    shows: { 'aws_glue_schema.data': ['compatibility'] },
    run: ({ json, of }) =>
      json(glue, 'AWSGlue.UpdateSchema', {
        SchemaId: { SchemaArn: of('aws_glue_schema.data', 'arn') },
        SchemaVersionNumber: { LatestVersion: true },
        Compatibility: 'NONE',
      }),
  },
  {
    what: 'a workflow may run many times at once, on the test stage and with another password',
    shows: { 'aws_glue_workflow.data': ['default_run_properties', 'max_concurrent_runs'] },
    secret: true,
    run: ({ json }) =>
      json(glue, 'AWSGlue.UpdateWorkflow', {
        Name: 'data-nightly',
        Description: 'nightly',
        DefaultRunProperties: { stage: 'test', db_password: 'canary-workflow-password-2' },
        MaxConcurrentRuns: 20,
      }),
  },
  {
    what: 'a security configuration of the catalogue is deleted',
    shows: { 'aws_glue_security_configuration.data': 'deleted' },
    run: ({ json }) => json(glue, 'AWSGlue.DeleteSecurityConfiguration', { Name: 'data-encrypted' }),
  },
  {
    what: 'the catalogue is not encrypted any more',
    shows: { 'aws_glue_data_catalog_encryption_settings.data': ['data_catalog_encryption_settings'] },
    run: ({ json }) =>
      json(glue, 'AWSGlue.PutDataCatalogEncryptionSettings', {
        DataCatalogEncryptionSettings: {
          EncryptionAtRest: { CatalogEncryptionMode: 'DISABLED' },
          ConnectionPasswordEncryption: { ReturnConnectionPasswordEncrypted: false },
        },
      }),
  },
  {
    what: 'the policy of the catalogue lets everybody do everything',
    shows: { 'aws_glue_resource_policy.data': ['policy'] },
    run: ({ json }) =>
      json(glue, 'AWSGlue.PutResourcePolicy', {
        PolicyInJson: policy({
          Effect: 'Allow',
          Principal: '*',
          Action: 'glue:*',
          Resource: 'arn:aws:glue:us-east-1:123456789012:*',
        }),
      }),
  },
  {
    what: 'a partition is said to lie elsewhere',
    shows: { 'aws_glue_partition.data': ['parameters', 'storage_descriptor'] },
    run: ({ json }) =>
      json(glue, 'AWSGlue.UpdatePartition', {
        DatabaseName: 'data_lake',
        TableName: 'visits',
        PartitionValueList: ['2026-01-01'],
        PartitionInput: {
          Values: ['2026-01-01'],
          Parameters: { owner: 'somebody' },
          StorageDescriptor: {
            Location: 's3://data-broad-copy/visits/2026-01-01',
            Columns: [{ Name: 'page', Type: 'string' }],
          },
        },
      }),
  },
  {
    what: 'a notebook endpoint is deleted',
    shows: { 'aws_glue_dev_endpoint.data': 'deleted' },
    run: ({ json }) => json(glue, 'AWSGlue.DeleteDevEndpoint', { EndpointName: 'data-notebook' }),
  },
  {
    what: 'a data catalogue loses its tag',
    shows: { 'aws_athena_data_catalog.data': ['tags', 'tags_all'] },
    run: ({ json, of }) =>
      json(athena, 'AmazonAthena.UntagResource', {
        ResourceARN: of('aws_athena_data_catalog.data', 'arn'),
        TagKeys: ['team'],
      }),
  },
  {
    what: 'a prepared statement asks for something else',
    shows: { 'aws_athena_prepared_statement.data': ['query_statement'] },
    run: ({ json }) =>
      json(athena, 'AmazonAthena.CreatePreparedStatement', {
        StatementName: 'visits_of',
        WorkGroup: 'data-analysts',
        QueryStatement: 'SELECT * FROM visits',
      }),
  },
  {
    what: 'a location is not governed any more',
    shows: { 'aws_lakeformation_resource.data': 'deleted' },
    run: ({ rest, of }) =>
      rest(lakeformation, 'POST', '/DeregisterResource', { ResourceArn: of('aws_lakeformation_resource.data', 'arn') }),
  },
  {
    what: 'somebody else administers the lake, and everybody may have new tables',
    shows: { 'aws_lakeformation_data_lake_settings.data': ['admins', 'create_table_default_permissions'] },
    run: ({ rest, of }) =>
      rest(lakeformation, 'POST', '/PutDataLakeSettings', {
        DataLakeSettings: {
          DataLakeAdmins: [
            { DataLakePrincipalIdentifier: of('aws_iam_role.data', 'arn') },
            { DataLakePrincipalIdentifier: 'arn:aws:iam::123456789012:user/zoe' },
          ],
          CreateDatabaseDefaultPermissions: [],
          CreateTableDefaultPermissions: [
            { Principal: { DataLakePrincipalIdentifier: 'IAM_ALLOWED_PRINCIPALS' }, Permissions: ['ALL'] },
          ],
        },
      }),
  },
  {
    what: 'a governing tag gets another value',
    shows: { 'aws_lakeformation_lf_tag.data': ['values'] },
    run: ({ rest }) => rest(lakeformation, 'POST', '/UpdateLFTag', { TagKey: 'zone', TagValuesToAdd: ['open'] }),
  },
  {
    what: 'a role may drop a database of the lake',
    shows: { 'aws_lakeformation_permissions.data': ['permissions'] },
    run: ({ rest, of }) =>
      rest(lakeformation, 'POST', '/GrantPermissions', {
        Principal: { DataLakePrincipalIdentifier: of('aws_iam_role.data', 'arn') },
        Resource: { Database: { Name: 'data_lake' } },
        Permissions: ['DROP'],
      }),
  },
];
