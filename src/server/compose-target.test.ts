import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { resolveTarget, type TargetInput } from './compose-target.ts';

const record = (type: string, config: object) => JSON.stringify({ version: 3, backend: { type, config, hash: 1 } });
const S3 = 'terraform {\n  backend "s3" {\n    bucket = "acme"\n    key = "a/b"\n    region = "eu-west-1"\n  }\n}\n';

const FILES: Record<string, string> = {
  'plain/terraform.tfstate': '{}',
  'plain/terraform.tfstate.d/blue/terraform.tfstate': '{}',
  'plain/below/other.tfstate': '{}',
  'selected/terraform.tfstate': '{}',
  'selected/terraform.tfstate.d/blue/terraform.tfstate': '{}',
  'selected/below/other.tfstate': '{}',
  'selected/.terraform/environment': 'blue',
  's3/main.tf': S3,
  's3/terraform.tfstate': '',
  'recorded/main.tf': S3,
  'recorded/.terraform/terraform.tfstate': record('s3', { bucket: 'other', key: 'k', workspace_key_prefix: 'ws' }),
  'stale/main.tf': S3,
  'stale/terraform.tfstate': '{}',
  'local/main.tf': 'terraform {\n  backend "local" {\n    path = "../elsewhere/x.state"\n  }\n}\n',
  'elsewhere/x.state': '{}',
  'oss/.terraform/terraform.tfstate': record('oss', { bucket: 'b' }),
  'gcs/.terraform/terraform.tfstate': record('gcs', { bucket: 'b' }),
  'gcs-elsewhere/.terraform/terraform.tfstate': record('gcs', {
    bucket: 'b',
    storage_custom_endpoint: 'https://evil.example/storage/v1/b',
  }),
  'azurerm/.terraform/terraform.tfstate': record('azurerm', {
    storage_account_name: 'a',
    container_name: 'c',
    key: 'k',
  }),
  'kubernetes/.terraform/terraform.tfstate': record('kubernetes', { secret_suffix: 's', config_path: 'kubeconfig' }),
  'kubernetes/kubeconfig':
    'clusters: [{name: c, cluster: {server: "https://c"}}]\nusers: [{name: u, user: {tokenFile: /etc/hostname}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n',
  'cloud/main.tf': 'terraform {\n  cloud {\n    organization = "acme"\n  }\n}\n',
};

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  dir = await temporaryDirectory();
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir.path, name)), { recursive: true });
    await writeFile(join(dir.path, name), text);
  }
});
afterAll(() => dir[Symbol.asyncDispose]());

function open(target: string, more: Partial<TargetInput> = {}) {
  const notes: string[] = [];
  const onNote = (text: string) => notes.push(text.replaceAll(`${dir.path}/`, ''));
  const resolved = resolveTarget({ target: join(dir.path, target), env: {}, onNote, ...more });
  const keys = async () => (await Array.fromAsync((await resolved.open({})).list())).map(({ key }) => key);
  return { ...resolved, notes, keys };
}

test('takes every state below a directory, and of its own workspaces the chosen one', async () => {
  const [own, blue, below] = ['terraform.tfstate', 'terraform.tfstate.d/blue/terraform.tfstate', 'below/other.tfstate'];
  expect(await open('plain').keys()).toEqual([below, own, blue]);
  expect(await open('selected').keys()).toEqual([below, blue]);
  expect(await open('selected', { env: { TF_WORKSPACE: 'default' } }).keys()).toEqual([below, own]);
  expect(await open('selected', { workspace: 'default' }).keys()).toEqual([own]);
  expect(await open('plain', { workspace: 'blue' }).keys()).toEqual([blue]);
  await expect(open('plain', { workspace: 'red' }).keys()).rejects.toThrow(
    'has no state of the workspace "red". It has default, blue.',
  );
  expect(open('plain').workspaceOf(blue)).toBe('blue');
});

test.each([
  ['s3', {}, 's3://acme/a/b', 'default'],
  ['s3', { workspace: 'blue' }, 's3://acme/env:/blue/a/b', 'blue'],
  ['recorded', { workspace: 'blue' }, 's3://other/ws/blue/k', 'blue'],
])('takes the state of the backend of %s with %j', (name, more, url, workspace) => {
  const target = open(name, more);
  expect(target).toMatchObject({ isRemote: true, root: join(dir.path, name) });
  expect(target.notes).toEqual([`State: ${url} (backend of ${name}, workspace ${workspace}).`]);
  expect(target.workspaceOf('any')).toBe(workspace);
  expect(target.besideKey('a/b')).toBe('terraform.tfstate');
});

test('takes a local state before a backend, and the file that a local backend names', async () => {
  expect(await open('stale').keys()).toEqual(['terraform.tfstate']);
  const local = open('local');
  expect([await local.keys(), local.beside]).toEqual([['x.state'], join(dir.path, 'local')]);
});

test.each([
  ['oss', 'lies in a backend "oss"'],
  ['gcs', 'There are no credentials of Google.'],
  ['gcs-elsewhere', 'is none of Google'],
  ['azurerm', 'set ARM_SAS_TOKEN or ARM_ACCESS_KEY'],
  ['kubernetes', 'The user in kubeconfig has no token'],
  ['cloud', 'set TF_TOKEN_app_terraform_io'],
])('says what is missing, and how to read a state all the same: %s', (name, text) => {
  const env = { HOME: join(dir.path, 'nobody') };
  expect(() => open(name, { env })).toThrow(text);
  expect(() => open(name, { env })).toThrow('terraform state pull | plumbline scan -');
});

test.each([
  ['gs://', 'Write gs://bucket or gs://bucket/prefix.'],
  ['azurerm://account', 'Write azurerm://account/container'],
  ['hcp://acme/app/more', 'Write hcp://organization'],
  ['gitlab://acme', 'Write gitlab://group/project'],
  ['consul://host:8500', 'Write consul://host:8500/path'],
  ['kubernetes://a/b', 'Write kubernetes://namespace.'],
  ['pg://ana:secret@db.example.com/terraform', 'give it in the environment (PGPASSWORD)'],
  ['https://ana:secret@states.example.com/app', 'give it in the environment (TF_HTTP_PASSWORD)'],
])('refuses the URL %s', (target, text) => {
  expect(() => resolveTarget({ target, env: {} })).toThrow(text);
});

test('sends the credentials to no other server than a setting can name', async () => {
  const target = resolveTarget({ target: 'azurerm://evil.example%2f/c', env: { ARM_ACCESS_KEY: 'a2V5' } });
  await expect((async () => target.open({}))()).rejects.toThrow('The storage_account_name of the place of the states');
});

test('reads a state from stdin, once, with the code of this directory', async () => {
  const stdin = async () => Buffer.from('{"version": 4}');
  const target = resolveTarget({ target: '-', env: {}, stdin });
  const source = await target.open({});
  expect(await Array.fromAsync(source.list())).toMatchObject([{ key: 'stdin.tfstate', size: 14 }]);
  expect((await source.read('stdin.tfstate')).bytes).toEqual(await stdin());
  expect([target.beside, target.root]).toEqual(['.', '.']);
});

test('takes --workspace for directories alone', () => {
  expect(() => open('plain/terraform.tfstate', { workspace: 'blue' })).toThrow('--workspace is for a directory');
});
