import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { startMoto, type Moto } from '../../../testkit/moto.ts';
import { missing } from '../../../testkit/needs.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { heldRepository } from '../../../testkit/repository-files.ts';
import { awsCloud } from '../../server/compose-aws.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Store } from '../../store/database.ts';
import { listAnalyses } from '../../store/queries/analyses-page.ts';
import { saveCloudConfig } from '../../store/queries/cloud-configs.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import type { Verification } from '../clouds/port.ts';
import type { CloudConfiguration } from '../clouds/settings.ts';
import { readRepository } from '../state-mapping/read-repository.ts';
import { runScheduled } from './run-scheduled.ts';
import { scoped } from '../../store/scope.ts';

const kinds = await databases();
const { signal } = new AbortController();
const REGION = 'eu-west-1';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const STATE = '{"version":4,"terraform_version":"1.9.0","serial":1}';

const block = (...settings: string[]) => `terraform {\n  backend "s3" {\n    ${settings.join('\n    ')}\n  }\n}\n`;
const applying = (at: Date, operation = 'OperationTypeApply') =>
  JSON.stringify({ ID: '1', Operation: operation, Info: '', Who: 'ada@laptop', Created: at.toISOString() });

describe.skipIf(await missing('moto'))('locks in DynamoDB', () => {
  let moto: Moto;
  let role_arn: string;
  let account: { region: string; endpoint: string; credentials: typeof credentials };
  let table: DynamoDBClient;

  beforeAll(async () => {
    moto = await startMoto();
    account = { region: REGION, endpoint: moto.url, credentials };
    const iam = new IAMClient(account);
    const made = await iam.send(new CreateRoleCommand({ RoleName: 'plumbline', AssumeRolePolicyDocument: '{}' }));
    role_arn = made.Role?.Arn ?? '';
    iam.destroy();
    const s3 = new S3Client({ ...account, forcePathStyle: true });
    const location = { LocationConstraint: REGION } as const;
    await s3.send(new CreateBucketCommand({ Bucket: 'states', CreateBucketConfiguration: location }));
    for (const Key of ['net.tfstate', 'env:/prod/app.tfstate', 'other.tfstate'])
      await s3.send(new PutObjectCommand({ Bucket: 'states', Key, Body: STATE }));
    s3.destroy();
    table = new DynamoDBClient(account);
    await table.send(
      new CreateTableCommand({
        TableName: 'terraform-locks',
        KeySchema: [{ AttributeName: 'LockID', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'LockID', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  });
  afterAll(async () => {
    table?.destroy();
    await moto?.stop();
  });

  /** An item of Terraform's lock table: a permanent digest for each state, and a lock while it is held. */
  async function item(key: string, more: Record<string, string>): Promise<void> {
    const Item = Object.fromEntries(Object.entries({ LockID: `states/${key}`, ...more }).map(([k, S]) => [k, { S }]));
    await table.send(new PutItemCommand({ TableName: 'terraform-locks', Item }));
  }

  describe.each(kinds)('on $kind', ({ open }) => {
    let store: Store;
    let api: TestApi;
    let count = 0;

    beforeAll(async () => {
      store = await open();
      const settings = { AWS_ENDPOINT_URL: moto.url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
      api = await testApi(store, [awsCloud(readConfig({ ...settings, AWS_REGION: REGION }))]);
    });
    afterAll(async () => {
      await api.close();
      await store.close();
    });

    async function organization(files: Record<string, string>) {
      const number = ++count;
      const { id } = await api.organization(`acme-${number}`, 'admin');
      await updateOrganization(store.db, id, { installation_id: number });
      await saveCloudConfig(scoped(store.db, { org_id: id }), 'aws', { role_arn, state_bucket: 'states' });
      const facts = { full_name: `acme-${number}/infra`, private: true, default_branch: 'main' };
      const { id: repo_id } = await saveRepository(
        scoped(store.db, { org_id: id }),
        { codehost: 'github', external_id: number },
        facts,
      );
      const services = { ...api.services, apps: new Map([['github', heldRepository(files).app]]) };
      await readRepository(services, { org_id: id, repo_id }, { signal, last: true });
      return {
        id,
        run: async () => {
          await runScheduled(api.services, { org_id: id }, signal);
          return (await listAnalyses(scoped(store.db, { org_id: id }), { limit: 9, after: undefined })).length;
        },
        settings: async () =>
          (await api.call('GET', `/orgs/${id}/aws`, { key: api.operatorKey })).json<CloudConfiguration>(),
      };
    }

    test('postpones a run during an apply, in workspaces too, but not for a digest, a plan or an old lock', async () => {
      const now = new Date();
      await item('net.tfstate-md5', { Digest: '0123456789abcdef0123456789abcdef' });
      await item('net.tfstate', { Info: applying(new Date(now.getTime() - 25 * 3600_000)) });
      await item('env:/prod/app.tfstate', { Info: applying(now, 'OperationTypePlan') });
      // No configuration says that this state is locked in the table.
      await item('other.tfstate', { Info: applying(now) });
      const files = {
        'net/main.tf': block('bucket = "states"', 'key = "net.tfstate"', 'dynamodb_table = "terraform-locks"'),
        'app/main.tf': block('key = "app.tfstate"'),
        'app/backend.hcl': `bucket = "states"\ndynamodb_table = "terraform-locks"\nregion = "${REGION}"\n`,
      };
      const free = await organization(files);
      expect(await free.run()).toBe(1);
      const { checks } = (
        await api.call('GET', `/aws/verify?org_id=${free.id}`, { key: api.operatorKey })
      ).json<Verification>();
      expect(checks).toContainEqual({ name: 'lock_tables', ok: true, detail: 'Locks can be read in terraform-locks.' });
      expect(await free.settings()).toMatchObject({ last_skipped: null, locks_unread: null });
      await item('env:/prod/app.tfstate', { Info: applying(now) });
      const held = await organization(files);
      expect(await held.run()).toBe(0);
      const detail = `env:/prod/app.tfstate is locked since ${now.toISOString()}.`;
      expect((await held.settings()).last_skipped).toMatchObject({ reason: 'state_locked', detail });
    });

    test('treats an unreadable table as unlocked and reports it; names known tables in the policy', async () => {
      const { id, run, settings } = await organization({
        'main.tf': block('key = "net.tfstate"', 'dynamodb_table = "elsewhere"', 'region = "eu-north-1"'),
      });
      expect((await settings()).locks_unread).toBeNull();
      const verified = (
        await api.call('GET', `/aws/verify?org_id=${id}`, { key: api.operatorKey })
      ).json<Verification>();
      expect(verified.checks.find(({ name }) => name === 'lock_tables')).toMatchObject({
        ok: false,
        code: 'locks_unread',
        detail: expect.stringMatching(/^There is no table elsewhere in eu-north-1/),
      });
      expect(await run()).toBe(1);
      const { locks_unread, permission_policy } = await settings();
      expect(locks_unread).toMatch(/^There is no table elsewhere in eu-north-1/);
      expect(JSON.stringify(permission_policy)).toContain(
        `"arn:aws:dynamodb:eu-north-1:${role_arn.split(':')[4]}:table/elsewhere"`,
      );
    });
  });
});
