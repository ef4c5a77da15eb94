import type { Neutral } from '../../change.ts';
import {
  ACCOUNT,
  dynamodb,
  efs,
  glue,
  kinesis,
  lakeformation,
  opensearchserverless,
  policy,
  rds,
  s3,
  s3Xml,
} from '../calls/data.ts';

const spaced = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

export const dataNeutral: readonly Neutral[] = [
  {
    what: 'the policy of the catalogue: account by id, actions in another order',
    why: 'an account and its root are one principal, and actions are a set',
    run: ({ json }) =>
      json(glue, 'AWSGlue.PutResourcePolicy', {
        PolicyInJson: policy({
          Resource: ['arn:aws:glue:us-east-1:123456789012:*'],
          Action: ['glue:GetDatabase', 'glue:GetTable'],
          Principal: { AWS: [ACCOUNT] },
          Effect: 'Allow',
        }),
      }),
  },
  {
    what: 'the policy of a stream, written otherwise',
    why: 'keys and actions have no order, and "x" is ["x"]',
    run: ({ json, of }) => {
      const ResourceARN = of('aws_kinesis_stream.data', 'arn');
      const Policy = policy({
        Resource: [ResourceARN],
        Action: ['kinesis:GetShardIterator', 'kinesis:GetRecords'],
        Principal: { AWS: [ACCOUNT] },
        Effect: 'Allow',
        Sid: 'Read',
      });
      return json(kinesis, 'Kinesis_20131202.PutResourcePolicy', { ResourceARN, Policy: spaced(Policy) });
    },
  },
  {
    what: 'the policy of a table, its actions in another case',
    why: 'actions are compared without regard to case',
    run: ({ json, of }) => {
      const ResourceArn = of('aws_dynamodb_table.data', 'arn');
      const Policy = policy({
        Sid: 'Read',
        Effect: 'Allow',
        Principal: { AWS: ACCOUNT },
        Action: ['dynamodb:query', 'DynamoDB:GetItem'],
        Resource: ResourceArn,
      });
      return json(dynamodb, 'DynamoDB_20120810.PutResourcePolicy', { ResourceArn, Policy });
    },
  },
  {
    what: 'the policy of a file system, keys in another order and other blanks',
    why: 'keys have no order',
    run: ({ rest, of }) =>
      rest(efs, 'PUT', `/2015-02-01/file-systems/${of('aws_efs_file_system.data')}/policy`, {
        Policy: spaced(
          policy({
            Resource: of('aws_efs_file_system.data', 'arn'),
            Action: ['elasticfilesystem:ClientWrite', 'elasticfilesystem:ClientMount'],
            Principal: { AWS: ACCOUNT },
            Effect: 'Allow',
            Sid: 'Mount',
          }),
        ),
      }),
  },
  {
    what: 'the values of a governing tag in another order',
    why: 'they are a set',
    run: async ({ rest }) => {
      await rest(lakeformation, 'POST', '/UpdateLFTag', { TagKey: 'zone', TagValuesToDelete: ['raw'] });
      await rest(lakeformation, 'POST', '/UpdateLFTag', { TagKey: 'zone', TagValuesToAdd: ['raw'] });
    },
  },
  {
    what: 'which collections are encrypted, keys in another order',
    why: 'keys have no order; the version that moves is set by nobody',
    run: ({ json, of }) =>
      json(opensearchserverless, 'OpenSearchServerless.UpdateSecurityPolicy', {
        name: 'data-encryption',
        type: 'encryption',
        policyVersion: of('aws_opensearchserverless_security_policy.data', 'policy_version'),
        policy: '{"AWSOwnedKey":true,"Rules":[{"ResourceType":"collection","Resource":["collection/data-*"]}]}',
      }),
  },
  {
    what: 'how long objects are locked, said again',
    why: 'it is what was said before',
    run: ({ rest }) =>
      rest(
        s3,
        'PUT',
        '/data-broad-copy?object-lock',
        s3Xml(
          'ObjectLockConfiguration',
          '<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>' +
            '<Days>30</Days><Mode>COMPLIANCE</Mode></DefaultRetention></Rule>',
        ),
      ),
  },
  {
    what: 'a database gets a tag that AWS itself sets',
    why: 'nobody can manage it',
    run: ({ query, of }) =>
      query(rds, 'AddTagsToResource', {
        ResourceName: of('aws_db_instance.data', 'arn'),
        'Tags.Tag.1.Key': 'aws:backup:source-resource',
        'Tags.Tag.1.Value': 'data-orders',
      }),
  },
];
