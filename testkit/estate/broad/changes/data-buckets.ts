import type { Change } from '../../change.ts';
import { s3, s3Xml } from '../calls/data.ts';

const LAKE = '/data-broad-lake';
const COPY = '/data-broad-copy';

export const dataBucketChanges: readonly Change[] = [
  {
    what: 'an inventory of a bucket goes elsewhere, daily',
    shows: { 'aws_s3_bucket_inventory.data': ['destination', 'schedule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${LAKE}?inventory&id=weekly`,
        s3Xml(
          'InventoryConfiguration',
          '<Id>weekly</Id><IsEnabled>true</IsEnabled><IncludedObjectVersions>All</IncludedObjectVersions>' +
            '<Schedule><Frequency>Daily</Frequency></Schedule><Destination><S3BucketDestination>' +
            '<Format>CSV</Format><Bucket>arn:aws:s3:::data-broad-copy</Bucket>' +
            '</S3BucketDestination></Destination>',
        ),
      ),
  },
  {
    what: 'objects are locked for a day, and may be unlocked',
    shows: { 'aws_s3_bucket_object_lock_configuration.data': ['rule'] },
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        `${COPY}?object-lock`,
        s3Xml(
          'ObjectLockConfiguration',
          '<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>' +
            '<Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>',
        ),
      ),
  },
  {
    what: 'a bucket is not copied any more',
    shows: { 'aws_s3_bucket_replication_configuration.data': 'deleted' },
    run: ({ rest }) => rest(s3, 'DELETE', `${LAKE}?replication`),
  },
  {
    what: 'an object that was copied is overwritten',
    shows: { 'aws_s3_object_copy.data': ['content_type'] },
    run: ({ rest }) => rest(s3, 'PUT', `${LAKE}/compact-live.py`, "print('no')"),
  },
];
