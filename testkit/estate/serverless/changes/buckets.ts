import type { Change } from '../../change.ts';
import { policy, s3, s3Xml } from '../calls.ts';

const DATA = '/acme-orders-data';

export const bucketChanges: readonly Change[] = [
  {
    what: 'versioning of a bucket is suspended',
    shows: { 'aws_s3_bucket_versioning.data': ['versioning_configuration'] },
    run: ({ rest }) =>
      rest(s3, 'PUT', `${DATA}?versioning`, s3Xml('VersioningConfiguration', '<Status>Suspended</Status>')),
  },
  {
    what: 'the policy of a bucket lets everybody read',
    shows: { 'aws_s3_bucket_policy.data': ['policy'] },
    run: ({ rest }) =>
      rest(s3, 'PUT', `${DATA}?policy`, {
        ...(JSON.parse(
          policy({
            Sid: 'Own',
            Effect: 'Allow',
            Principal: '*',
            Action: 's3:GetObject',
            Resource: 'arn:aws:s3:::acme-orders-data/*',
          }),
        ) as object),
      }),
  },
  {
    what: 'nothing keeps a bucket from being public',
    shows: { 'aws_s3_bucket_public_access_block.data': 'deleted' },
    run: ({ rest }) => rest(s3, 'DELETE', `${DATA}?publicAccessBlock`),
  },
  {
    what: 'a bucket is encrypted with another key',
    shows: { 'aws_s3_bucket_server_side_encryption_configuration.data': ['rule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?encryption`,
        s3Xml(
          'ServerSideEncryptionConfiguration',
          '<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>' +
            '</ApplyServerSideEncryptionByDefault></Rule>',
        ),
      ),
  },
  {
    what: 'objects are deleted sooner',
    shows: { 'aws_s3_bucket_lifecycle_configuration.data': ['rule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?lifecycle`,
        s3Xml(
          'LifecycleConfiguration',
          '<Rule><ID>expire</ID><Status>Enabled</Status><Filter><Prefix>clicks/</Prefix></Filter>' +
            '<Expiration><Days>1</Days></Expiration></Rule>',
        ),
      ),
  },
  {
    what: 'pages of everybody may read a bucket',
    shows: { 'aws_s3_bucket_cors_configuration.data': ['cors_rule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${DATA}?cors`,
        s3Xml(
          'CORSConfiguration',
          '<CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>',
        ),
      ),
  },
  {
    what: 'who reads a bucket is not written down any more',
    shows: { 'aws_s3_bucket_logging.data': 'deleted' },
    run: ({ rest }) => rest(s3, 'PUT', `${DATA}?logging`, s3Xml('BucketLoggingStatus', '')),
  },
  {
    what: 'new objects notify nobody',
    shows: { 'aws_s3_bucket_notification.data': ['queue'] },
    run: ({ rest }) => rest(s3, 'PUT', `${DATA}?notification`, s3Xml('NotificationConfiguration', '')),
  },
  {
    what: 'a bucket is not accelerated any more',
    shows: { 'aws_s3_bucket_accelerate_configuration.data': ['status'] },
    run: ({ rest }) =>
      rest(s3, 'PUT', `${DATA}?accelerate`, s3Xml('AccelerateConfiguration', '<Status>Suspended</Status>')),
  },
  {
    what: 'an object is overwritten',
    shows: { 'aws_s3_object.script': ['content_type', 'etag'] },
    run: ({ rest }) => rest(s3, 'PUT', `${DATA}/compact.py`, '<!-- compact -->'),
  },
  {
    what: 'a website is taken down',
    shows: { 'aws_s3_bucket_website_configuration.site': 'deleted' },
    run: ({ rest }) => rest(s3, 'DELETE', '/acme-orders-site?website'),
  },
];
