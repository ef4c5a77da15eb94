import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import {
  AuthorizeSecurityGroupIngressCommand,
  DeleteSecurityGroupCommand,
  DescribeSecurityGroupsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { KEEPING_GARBAGE } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { missing, otherProviders } from '../testkit/needs.ts';
import { startPostgresql } from '../testkit/servers/postgresql.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const BIN = fileURLToPath(new URL('../bin/plumbline.mjs', import.meta.url));
/** A user without any files on this machine; only root can run programs as another user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const KEYS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

type Said = { code: number | null; out: string; err: string };

/** Creates a new user's home directory, with a Terraform configuration that names this machine's mirrors. */
async function newUser() {
  const home = await temporaryDirectory();
  const mirrors = ['/opt/tf-plugins', otherProviders()].filter((one) => one !== undefined);
  const blocks = mirrors.map((path) => `  filesystem_mirror {\n    path = ${JSON.stringify(path)}\n  }\n`);
  const rc = join(home.path, 'terraformrc');
  await writeFile(rc, `provider_installation {\n${blocks.join('')}}\n`);
  await chmod(home.path, 0o755);
  const own = async (path: string) => NOBODY.uid !== undefined && chown(path, NOBODY.uid, NOBODY.gid);
  await own(home.path);

  async function write(files: Record<string, string>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const path = join(home.path, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      for (let one = path; one !== home.path; one = dirname(one)) await own(one);
    }
  }
  /** Runs a command line in a directory below the home; `plumbline` and `terraform` are on the path. */
  async function run(directory: string, line: string, env: Record<string, string> = {}, input = ''): Promise<Said> {
    const [program = '', ...args] = line.split(' ');
    const isOurs = program === 'plumbline';
    const child = spawn(isOurs ? process.execPath : program, isOurs ? [BIN, ...args] : args, {
      cwd: join(home.path, directory),
      // Terraform's configuration names the mirrors; Plumbline's does not.
      env: {
        PATH: process.env.PATH,
        HOME: home.path,
        ...(isOurs
          ? { NO_COLOR: '1' }
          : { ...KEEPING_GARBAGE, TF_CLI_CONFIG_FILE: rc, CHECKPOINT_DISABLE: '1', TF_CLI_ARGS: '-no-color' }),
        ...env,
      },
      ...NOBODY,
    });
    child.stdin.end(input);
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
    return { code, ...said };
  }
  async function must(directory: string, line: string, env?: Record<string, string>): Promise<string> {
    const { code, out, err } = await run(directory, line, env);
    if (code !== 0) throw new Error(`${line}: ${code}\n${out}\n${err}`);
    return out;
  }
  async function analysis(directory: string, line: string, env?: Record<string, string>): Promise<Analysis> {
    const { out, err } = await run(directory, `${line} --json`, env);
    if (out === '') throw new Error(err);
    return JSON.parse(out) as Analysis;
  }
  return { path: home.path, write, run, must, analysis, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

type NewUser = Awaited<ReturnType<typeof newUser>>;

const verdicts = ({ coverage }: Analysis) =>
  Object.fromEntries(
    coverage.map(({ resource, verdict, reason }) => [resource, reason ? `${verdict}/${reason}` : verdict]),
  );

const group = (name: string, more = '') =>
  `resource "aws_security_group" "${name}" {\n  name = "${name}"\n  description = "of ${name}"\n  tags = { team = "a" }\n${more}}\n`;
const AWS = `terraform {\n  required_providers {\n    aws = { source = "hashicorp/aws", version = "5.100.0" }\n  }\n}\n`;

describe.skipIf(await missing('moto', 'aws-provider', 'terraform'))('somebody new, with states on AWS', () => {
  let moto: Moto;
  let user: NewUser;
  let env: Record<string, string>;
  const ec2 = (region: string) =>
    new EC2Client({ region, endpoint: moto.url, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  const idOf = async (region: string, name: string) => {
    const Filters = [{ Name: 'group-name', Values: [name] }];
    return (await ec2(region).send(new DescribeSecurityGroupsCommand({ Filters }))).SecurityGroups?.[0]?.GroupId ?? '';
  };

  beforeAll(async () => {
    moto = await startMoto();
    user = await newUser();
    env = { ...KEYS, AWS_ENDPOINT_URL: moto.url, AWS_REGION: 'eu-west-1' };
  });
  afterAll(async () => {
    await user[Symbol.asyncDispose]();
    await moto.stop();
  });

  test('sees the drift of their directory with the fifth command', async () => {
    await user.write({ 'infra/main.tf': `${AWS}${group('jobs')}${group('mails')}` });
    await user.must('infra', 'terraform init', env);
    await user.must('infra', 'terraform apply -auto-approve', env);
    const before = await user.run('infra', 'plumbline scan', env);
    expect(before).toMatchObject({ code: 0, out: expect.stringMatching(/^No drift: 2 resources checked/) });
    expect(before.out).toContain('hashicorp/aws 5.100.0 (proven by the lock file)');
    const [provider] = (await user.analysis('infra', 'plumbline scan', env)).providers;
    expect(provider).toMatchObject({
      verified: true,
      origin: expect.stringMatching(/^installed in .*\.terraform\/providers$/),
    });

    const open = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] };
    const GroupId = await idOf('eu-west-1', 'jobs');
    await ec2('eu-west-1').send(new AuthorizeSecurityGroupIngressCommand({ GroupId, IpPermissions: [open] }));
    const after = await user.run('infra', 'plumbline scan', env);
    expect(after.code).toBe(2);
    expect(after.out).toContain('aws_security_group.jobs');
    const explained = await user.run('infra', 'plumbline explain aws_security_group.jobs', env);
    expect(explained).toMatchObject({ code: 2, out: expect.stringContaining('ingress') });
  });

  test('reads the state of the backend of the directory, in the selected workspace', async () => {
    await new S3Client({
      region: 'eu-west-1',
      endpoint: moto.url,
      forcePathStyle: true,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }).send(
      new CreateBucketCommand({ Bucket: 'states', CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } }),
    );
    const backend = `terraform {\n  backend "s3" {\n    key = "shop/terraform.tfstate"\n    region = "eu-west-1"\n    use_path_style = true\n    skip_requesting_account_id = true\n  }\n}\n`;
    const orders = group('orders').replace('name = "orders"', 'name = "orders-${terraform.workspace}"');
    await user.write({ 'shop/main.tf': `${AWS}${backend}${orders}` });
    await user.must('shop', 'terraform init -backend-config=bucket=states', env);
    const none = await user.run('shop', 'plumbline scan', env);
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no state at s3://states/shop/terraform.tfstate'),
    });
    await user.must('shop', 'terraform apply -auto-approve', env);
    await user.must('shop', 'terraform workspace new staging', env);
    await user.must('shop', 'terraform apply -auto-approve', env);
    const staging = await user.run('shop', 'plumbline scan', env);
    expect(staging).toMatchObject({ code: 0, out: expect.stringContaining('No drift: 1 resource checked') });
    expect(staging.err).toContain(
      'State: s3://states/env:/staging/shop/terraform.tfstate (backend of ., workspace staging).',
    );
    const named = await user.analysis('shop', 'plumbline scan --workspace default --quiet', env);
    expect(named.states.map(({ key }) => key)).toEqual(['shop/terraform.tfstate']);
    expect(verdicts(named)).toEqual({ 'aws_security_group.orders': 'in_sync' });
    await rm(join(user.path, 'shop/.terraform/terraform.tfstate'));
    const partial = await user.run('shop', 'plumbline scan', env);
    expect(partial.err).toContain('The backend "s3" of . does not say its bucket: run "terraform init" there');
    const piped = await user.run(
      'infra',
      'plumbline scan -',
      env,
      await user.must('infra', 'terraform state pull', env),
    );
    expect(piped).toMatchObject({ code: 2, out: expect.stringContaining('aws_security_group.jobs') });
  });

  /** A provider block for another region, from a variable; below, one for another account, with a role. */
  const WEST = `provider "aws" {\n  alias  = "west"\n  region = var.west\n}\n`;
  const OTHER = `provider "aws" {\n  alias = "other"\n  assume_role {\n    role_arn = "arn:aws:iam::222222222222:role/reader"\n  }\n}\n`;

  test('reads each alias in its own region, or with the role of its block in the account of that role', async () => {
    const inWest = '  provider = aws.west\n';
    const far = group('web', inWest).replace('"aws_security_group" "web"', '"aws_security_group" "far"');
    const rule = `resource "aws_security_group_rule" "far" {\n${inWest}  type = "egress"\n  protocol = "tcp"\n  from_port = 443\n  to_port = 443\n  cidr_blocks = ["10.0.0.0/8"]\n  security_group_id = aws_security_group.far.id\n}\n`;
    const theirs = group('web', '  provider = aws.other\n').replace(
      '"aws_security_group" "web"',
      '"aws_security_group" "theirs"',
    );
    const main = `${AWS}variable "west" { type = string }\n${WEST}${OTHER}${group('web')}${far}${rule}${theirs}`;
    await user.write({ 'two/main.tf': main, 'two/terraform.tfvars': 'west = "us-west-2"\n' });
    await user.must('two', 'terraform init', env);
    await user.must('two', 'terraform apply -auto-approve', env);
    expect(verdicts(await user.analysis('two', 'plumbline scan', env))).toEqual({
      'aws_security_group.web': 'in_sync',
      'aws_security_group.far': 'in_sync',
      'aws_security_group_rule.far': 'in_sync',
      'aws_security_group.theirs': 'in_sync',
    });
    const blind = verdicts(await user.analysis('two', 'plumbline scan --no-hcl', env));
    expect(blind).toMatchObject({
      'aws_security_group.web': 'in_sync',
      'aws_security_group.theirs': 'unreadable/other_account',
    });
  });

  test('does not check an alias whose region nobody knows', async () => {
    const away = 'aws_security_group.far';
    const known = { 'aws_security_group.web': 'in_sync', 'aws_security_group.theirs': 'in_sync' };
    const scanned = async () => verdicts(await user.analysis('two', 'plumbline scan', env));
    // Without the group's state, only the provider block and its variable tell the region.
    await user.must('two', `terraform state rm ${away}`, env);
    expect(await scanned()).toEqual({ ...known, 'aws_security_group_rule.far': 'in_sync' });
    await rm(join(user.path, 'two/terraform.tfvars'));
    const unknown = { ...known, 'aws_security_group_rule.far': 'unreadable/place_unknown' };
    expect(await scanned()).toEqual(unknown);
    expect(await user.analysis('two', 'plumbline scan', { ...env, TF_VAR_west: 'us-west-2' })).toMatchObject({
      status: 'completed',
      findings: [],
    });

    const GroupId = await idOf('us-west-2', 'web');
    await ec2('us-west-2').send(new DeleteSecurityGroupCommand({ GroupId }));
    expect(await scanned()).toEqual(unknown);
  });

  test('runs no provider from below the directory that was named, and gives the line to download it', async () => {
    await user.write({ 'time/main.tf': 'resource "time_static" "a" {}\n' });
    await user.must('time', 'terraform init', env);
    await user.must('time', 'terraform apply -auto-approve', env);
    expect((await user.run('time', 'plumbline scan', env)).code).toBe(0);
    const above = await user.run('.', 'plumbline scan time/ --quiet', env);
    expect(above.code).toBe(0);
    await user.write({ 'monorepo/README.md': '' });
    await user.must('.', 'cp -r time monorepo/time', env);
    const walked = await user.run('.', 'plumbline scan monorepo', env);
    expect(walked).toMatchObject({ code: 1, out: expect.stringContaining('no provider to read it with') });
    expect(walked.err).toMatch(/To download it: .*plumbline\.mjs scan monorepo --download\n/);
  });

  test('names what was given in the place of a state, and says what to do', async () => {
    await user.must('time', 'terraform plan -out=saved.plan', env);
    await user.write({
      'other/plan.json': await user.must('time', 'terraform show -json saved.plan', env),
      'other/show.json': await user.must('time', 'terraform show -json', env),
      'other/page.tfstate': '<!DOCTYPE html><html><body>Sign in</body></html>',
    });
    const given: [string, string, string][] = [
      ['time', 'saved.plan', 'a saved plan'],
      ['other', 'plan.json', 'a plan as JSON'],
      ['other', 'show.json', 'the output of "terraform show -json"'],
      ['other', 'page.tfstate', 'an HTML page'],
    ];
    for (const [directory, file, what] of given) {
      const { code, out } = await user.run(directory, `plumbline scan ${file}`, env);
      expect([file, code, out.replaceAll(/\s+/g, ' ')]).toEqual([file, 1, expect.stringContaining(what)]);
    }
  });
});

describe.skipIf(await missing('server-providers', 'own-postgres', 'terraform'))(
  'somebody new, with two servers',
  () => {
    test('reads each alias on its own server, and nothing by one that is not known', async () => {
      await using first = await startPostgresql();
      await using second = await startPostgresql();
      await using user = await newUser();
      const role = (address: string, name: string, limit: number, more = '') =>
        `resource "postgresql_role" "${address}" {\n  name = "${name}"\n  connection_limit = ${limit}\n${more}}\n`;
      const inSecond = '  provider = postgresql.second\n';
      const { host, port, username } = first.config;
      const common = `  username = "${String(username)}"\n  sslmode = "disable"\n`;
      const block = `provider "postgresql" {\n  host = "${String(host)}"\n  port = ${String(port)}\n${common}}\n`;
      const alias = `provider "postgresql" {\n  alias = "second"\n  host = var.host\n  port = local.ports[0]\n  password = var.password\n${common}}\n`;
      const main = `terraform {\n  required_providers {\n    postgresql = { source = "cyrilgdn/postgresql" }\n  }\n}
variable "host" { default = "127.0.0.1" }
variable "password" {
  type      = string
  sensitive = true
}
locals { ports = [${String(second.config.port)}] }
${block}`;
      const roles = [role('app', 'app', 5), role('far', 'app', 7, inSecond), role('gone', 'etl', 7, inSecond)].join('');
      await user.write({ 'db/main.tf': main + roles, 'db/second.tf': alias });
      const base = { PGPASSWORD: String(first.config.password) };
      const env = { ...base, TF_VAR_password: String(second.config.password) };
      await user.must('db', 'terraform init', env);
      await user.must('db', 'terraform apply -auto-approve', env);

      const [app, far, gone] = ['postgresql_role.app', 'postgresql_role.far', 'postgresql_role.gone'];
      const scan = (more: Record<string, string>) => user.analysis('db', 'plumbline scan --trust', more);
      // The author of the directory may have put the program there: it gets neither the environment nor a network.
      const wary = await user.analysis('db', 'plumbline scan', env);
      expect(verdicts(wary)[app]).toBe('unreadable/settings_missing');
      expect(wary.coverage[0]?.detail).toContain('In a directory that you trust, --trust runs it');
      expect(verdicts(await scan(env))).toEqual({ [app]: 'in_sync', [far]: 'in_sync', [gone]: 'in_sync' });
      await second.sql('postgres', 'drop role etl');
      expect(verdicts(await scan(env))).toEqual({ [app]: 'in_sync', [far]: 'in_sync', [gone]: 'deleted' });

      const unknown = { [app]: 'in_sync', [far]: 'unreadable/settings_missing', [gone]: 'unreadable/settings_missing' };
      const without = await scan(base);
      expect(verdicts(without)).toEqual(unknown);
      expect(without.coverage[1]?.detail).toContain(
        'its block in . has password (var.password), which has no value here',
      );
      await rm(join(user.path, 'db/second.tf'));
      const blockless = await scan(env);
      expect(verdicts(blockless)).toEqual(unknown);
      expect(blockless.coverage[1]?.detail).toContain('. has no provider block with alias = "second". Add it');
      expect(JSON.stringify([without, blockless])).not.toContain(env.TF_VAR_password);

      // Without the code, the environment configures the default provider, and nothing configures an alias.
      const state = await user.must('db', 'terraform state pull', env);
      const away = await user.run(
        '.',
        'plumbline scan - --json',
        { ...env, PLUMBLINE_PROVIDER_MIRROR: otherProviders() ?? '' },
        state,
      );
      const verdict = verdicts(JSON.parse(away.out) as Analysis);
      expect([verdict[far], verdict[gone]]).toEqual(['unreadable/settings_missing', 'unreadable/settings_missing']);
      expect(verdict[app]).not.toBe('deleted');
    });
  },
);
