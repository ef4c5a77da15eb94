import type { Change } from '../../change.ts';

const s3 = { service: 's3' };
const xmlns = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

export const storageChanges: readonly Change[] = [
  {
    what: 'versioning of a bucket is suspended',
    shows: { 'aws_s3_bucket_versioning.assets': ['versioning_configuration'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        '/acme-assets?versioning',
        `<VersioningConfiguration ${xmlns}><Status>Suspended</Status></VersioningConfiguration>`,
      ),
  },
  {
    what: 'the public access block of a bucket is removed',
    shows: { 'aws_s3_bucket_public_access_block.assets': 'deleted' },
    run: ({ rest }) => rest(s3, 'DELETE', '/acme-assets?publicAccessBlock'),
  },
  {
    what: 'every origin may read a bucket',
    shows: { 'aws_s3_bucket_cors_configuration.assets': ['cors_rule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        '/acme-assets?cors',
        `<CORSConfiguration ${xmlns}><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>` +
          '</CORSRule></CORSConfiguration>',
      ),
  },
  {
    what: 'the policy of a bucket is replaced',
    shows: { 'aws_s3_bucket_policy.assets': ['policy'] },
    run: ({ rest }) =>
      rest(s3, 'PUT', '/acme-assets?policy', {
        Version: '2012-10-17',
        Statement: [
          {
            Sid: 'Open',
            Effect: 'Allow',
            Principal: '*',
            Action: 's3:GetObject',
            Resource: 'arn:aws:s3:::acme-assets/*',
          },
        ],
      }),
  },
  {
    what: 'an object is overwritten',
    shows: { 'aws_s3_object.robots': ['content_type', 'etag'] },
    run: ({ rest }) => rest(s3, 'PUT', '/acme-assets/static/robots.txt', '<!-- no robots -->'),
  },
  {
    what: 'the website of a bucket in the second region is taken down',
    shows: { 'module.archive.aws_s3_bucket_website_configuration.cold': 'deleted' },
    run: ({ rest }) => rest({ ...s3, region: 'us-west-2' }, 'DELETE', '/acme-cold-west?website'),
  },
  {
    what: 'an item of a table is overwritten',
    shows: { 'aws_dynamodb_table_item.root': ['item'] },
    run: ({ json }) =>
      json({ service: 'dynamodb' }, 'DynamoDB_20120810.PutItem', {
        TableName: 'sessions',
        Item: { id: { S: 'root' }, n: { N: '2' } },
      }),
  },
  {
    what: 'a volume grows',
    shows: { 'aws_ebs_volume.scratch[0]': ['size'] },
    run: ({ query, of }) =>
      query({ service: 'ec2' }, 'ModifyVolume', { VolumeId: of('aws_ebs_volume.scratch[0]'), Size: '20' }),
  },
  {
    what: 'a volume is deleted',
    shows: { 'aws_ebs_volume.scratch[1]': 'deleted' },
    run: ({ query, of }) => query({ service: 'ec2' }, 'DeleteVolume', { VolumeId: of('aws_ebs_volume.scratch[1]') }),
  },
  {
    what: 'image tags may be moved',
    shows: { 'aws_ecr_repository.app': ['image_tag_mutability'] },
    run: ({ json }) =>
      json({ service: 'ecr' }, 'AmazonEC2ContainerRegistry_V20150921.PutImageTagMutability', {
        repositoryName: 'acme/app',
        imageTagMutability: 'MUTABLE',
      }),
  },
  {
    what: 'a table of the catalogue is described otherwise',
    shows: { 'aws_glue_catalog_table.events': ['parameters'] },
    run: ({ json }) =>
      json({ service: 'glue' }, 'AWSGlue.UpdateTable', {
        DatabaseName: 'lake',
        TableInput: { Name: 'events', TableType: 'EXTERNAL_TABLE', Parameters: { classification: 'csv' } },
      }),
  },
];
