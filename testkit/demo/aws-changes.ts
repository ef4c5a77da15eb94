import {
  AuthorizeSecurityGroupIngressCommand,
  CreateTagsCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { AttachRolePolicyCommand, CreatePolicyCommand, IAMClient } from '@aws-sdk/client-iam';
import { PutBucketVersioningCommand, PutPublicAccessBlockCommand, S3Client } from '@aws-sdk/client-s3';

/** The access of a user of the emulated account. */
export type Account = {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/**
 * Calls a service whose SDK client is not worth a dependency. The emulator tells services and regions apart by the
 * credential scope and does not verify signatures.
 */
export async function callAws(
  { endpoint, region, credentials }: Account,
  service: string,
  request: RequestInit,
): Promise<void> {
  const scope = `${credentials.accessKeyId}/20260101/${region}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
  const headers = { ...(request.headers as Record<string, string>), authorization };
  const response = await fetch(endpoint, { method: 'POST', ...request, headers });
  if (!response.ok) throw new Error(`${service} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
}

/** The request for a service that speaks JSON. `target`: such as `Logs_20140328.PutRetentionPolicy`. */
export function awsJson(target: string, body: object): RequestInit {
  return {
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(body),
  };
}

async function openTheFirewall(ec2: EC2Client): Promise<void> {
  const Filters = [{ Name: 'group-name', Values: ['shop-web'] }];
  const { SecurityGroups = [] } = await ec2.send(new DescribeSecurityGroupsCommand({ Filters }));
  const GroupId = SecurityGroups[0]?.GroupId;
  const IpPermissions = [{ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }];
  await ec2.send(new AuthorizeSecurityGroupIngressCommand({ GroupId, IpPermissions }));
}

async function claimTheSubnet(ec2: EC2Client): Promise<void> {
  const Filters = [{ Name: 'tag:Name', Values: ['shop-b'] }];
  const { Subnets = [] } = await ec2.send(new DescribeSubnetsCommand({ Filters }));
  const Resources = Subnets.flatMap(({ SubnetId }) => (SubnetId === undefined ? [] : [SubnetId]));
  await ec2.send(new CreateTagsCommand({ Resources, Tags: [{ Key: 'owner', Value: 'someone-else' }] }));
}

async function makeAdministrator(iam: IAMClient): Promise<void> {
  const Statement = [{ Effect: 'Allow', Action: '*', Resource: '*' }];
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
  const { Policy } = await iam.send(new CreatePolicyCommand({ PolicyName: 'break-glass', PolicyDocument }));
  await iam.send(new AttachRolePolicyCommand({ RoleName: 'shop-app', PolicyArn: Policy?.Arn }));
}

/** Changes made in a hurry by console and command line. Returns a line of text for each. */
export async function meddleWithAws(account: Account): Promise<string[]> {
  const [ec2, iam] = [new EC2Client(account), new IAMClient(account)];
  const s3 = new S3Client({ ...account, forcePathStyle: true });
  const Bucket = 'acme-invoices';
  await openTheFirewall(ec2);
  await claimTheSubnet(ec2);
  await s3.send(
    new PutPublicAccessBlockCommand({
      Bucket,
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: false,
        BlockPublicPolicy: false,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: false,
      },
    }),
  );
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Suspended' } }));
  await makeAdministrator(iam);
  const TopicArn = `arn:aws:sns:${account.region}:123456789012:shop-refunds`;
  await callAws(account, 'sns', {
    body: new URLSearchParams({ Action: 'DeleteTopic', TopicArn, Version: '2010-03-31' }),
  });
  const parameter = { Name: '/shop/database/password', Value: 'hunter2', Type: 'SecureString', Overwrite: true };
  await callAws(account, 'ssm', awsJson('AmazonSSM.PutParameter', parameter));
  const retention = { logGroupName: '/shop/app-1', retentionInDays: 1 };
  await callAws(account, 'logs', awsJson('Logs_20140328.PutRetentionPolicy', retention));
  for (const client of [ec2, iam, s3]) client.destroy();
  return [
    'opened port 22 of the web security group to the world',
    'let the invoices bucket be public, and suspended its versioning',
    'attached a policy that allows everything to the role of the application',
    'deleted the topic for refunds',
    'changed the password of the database',
    'put a day on the retention of a log group, and another owner on a subnet',
  ];
}
