import { describe, expect, test } from 'vitest';
import { isModuleFile } from '../../base/module-files.ts';
import { claimsAmong, type ClaimSource } from './claims-in.ts';
import { deriveMapping } from './derive.ts';
import { backendFacts, moduleFacts } from './module-facts.ts';
import { nameIn } from './paths.ts';

const derive = (files: Record<string, string>) =>
  deriveMapping(
    Object.entries(files).map(([path, text]) => ({
      path,
      facts: isModuleFile(nameIn(path)) ? moduleFacts(nameIn(path), text) : backendFacts(path, text),
    })),
  );

const source = (kind: string, settings: Record<string, string>): ClaimSource => ({ prefix: 'src://', kind, settings });
const block = (type: string, ...settings: string[]) =>
  `terraform {\n backend "${type}" {\n${settings.join('\n')}\n }\n}\n`;

/** The keys that files claim in a source. Patterns contain a star. */
const keysIn = (files: Record<string, string> | string, place: ClaimSource) => {
  const { claims } = derive(typeof files === 'string' ? { 'app/main.tf': files } : files);
  return claimsAmong(claims, [place]).map(({ key }) => key);
};

const gcs = source('gcs', { bucket: 'states', prefix: 'any' });
const azurerm = source('azurerm', { storage_account_name: 'acme', container_name: 'tfstate' });
const pg = source('pg', { host: 'db.acme.example', database: 'tf', schema: 'net' });
const hcp = source('hcp', { organization: 'acme' });
const http = source('http', { address: 'https://states.acme.example/net%20work' });
const gitlab = source('gitlab', { project: 'acme/infra', url: 'https://gitlab.acme.example/' });
const consul = source('consul', { address: 'consul.acme.example:8501', path: 'terraform/' });
const kubernetes = source('kubernetes', { server: 'https://203.0.113.10', namespace: 'terraform' });
const s3 = source('s3', { bucket: 'minio-states', endpoint: 'https://minio.acme.example' });

test('claims nothing over HTTP by a text that is no address', () => {
  expect(keysIn(block('http', 'address = "localhost"'), http)).toEqual([]);
});

test.each([
  ['gcs', block('gcs', 'bucket = "states"', 'prefix = "/net/"'), gcs, ['net/default.tfstate', 'net/*.tfstate']],
  ['gcs, at the top', block('gcs', 'bucket = "states"'), gcs, ['default.tfstate', '*.tfstate']],
  ['gcs, another bucket', block('gcs', 'bucket = "others"', 'prefix = "net"'), gcs, []],
  ['gcs, of any bucket', block('gcs', 'prefix = "net"'), gcs, ['net/default.tfstate', 'net/*.tfstate']],
  [
    'azurerm',
    block('azurerm', 'storage_account_name = "acme"', 'container_name = "tfstate"', 'key = "net.tfstate"'),
    azurerm,
    ['net.tfstate', 'net.tfstateenv:*'],
  ],
  ['azurerm, another account', block('azurerm', 'storage_account_name = "b"', 'key = "net.tfstate"'), azurerm, []],
  ['pg', block('pg', 'conn_str = "postgres://u:p@DB.acme.example/tf"', 'schema_name = "net"'), pg, ['default', '*']],
  [
    'pg, in words',
    block('pg', 'conn_str = "host=db.acme.example dbname=tf"', 'schema_name = "net"'),
    pg,
    ['default', '*'],
  ],
  ['pg, of any server', block('pg', 'schema_name = "net"'), pg, ['default', '*']],
  ['pg, another port', block('pg', 'conn_str = "postgres://db.acme.example:5433/tf"', 'schema_name = "net"'), pg, []],
  ['pg, the usual schema', block('pg', 'conn_str = "postgres://db.acme.example/tf"'), pg, []],
  [
    'kubernetes',
    block('kubernetes', 'namespace = "terraform"', 'secret_suffix = "net"'),
    kubernetes,
    ['tfstate-default-net', 'tfstate-*-net'],
  ],
  ['kubernetes, the default namespace', block('kubernetes', 'secret_suffix = "net"'), kubernetes, []],
  ['consul', block('consul', 'path = "terraform/net"'), consul, ['terraform/net', 'terraform/net-env:*']],
  ['consul, another server', block('consul', 'address = "b:8500"', 'path = "terraform/net"'), consul, []],
  ['consul, another path', block('consul', 'path = "other/net"'), consul, []],
  ['http', block('http', 'address = "https://u:p@states.acme.example/net%20work?token=x"'), http, ['net work']],
  ['http, another address', block('http', 'address = "https://states.acme.example/app"'), http, []],
  [
    'http of GitLab',
    block('http', 'address = "https://gitlab.acme.example/api/v4/projects/acme%2Finfra/terraform/state/net"'),
    gitlab,
    ['net'],
  ],
  [
    'http of another project',
    block('http', 'address = "https://gitlab.acme.example/api/v4/projects/acme%2Fapp/terraform/state/net"'),
    gitlab,
    [],
  ],
  ['remote', block('remote', 'organization = "acme"', 'workspaces { name = "net" }'), hcp, ['net']],
  ['remote, by a prefix', block('remote', 'organization = "acme"', 'workspaces { prefix = "net-" }'), hcp, ['net-*']],
  ['cloud', 'terraform {\n cloud {\n organization = "acme"\n workspaces {\n name = "net"\n }\n }\n}\n', hcp, ['net']],
  ['cloud elsewhere', 'terraform {\n cloud {\n hostname = "tfe.b"\n workspaces {\n name = "net"\n }\n }\n}\n', hcp, []],
  ['s3', block('s3', 'bucket = "minio-states"', 'key = "net"'), s3, ['net', 'env:/*/net']],
  ['s3, another bucket', block('s3', 'bucket = "b"', 'key = "net"'), s3, []],
  ['another kind', block('gcs', 'bucket = "states"', 'prefix = "net"'), azurerm, []],
] as const)('finds the states of a block in a source: %s', (_, text, place, keys) => {
  const all = keysIn(text, place).filter((key) => key.startsWith('src://'));
  expect(all).toEqual(keys.map((key) => `src://${key}`));
});

test('leaves the claims of S3 and of .plumbline.yml as they are', () => {
  const { claims } = derive({ 'app/main.tf': block('s3', 'bucket = "b"', 'key = "net"') });
  expect(claimsAmong(claims, [gcs, s3])).toEqual(claims);
});

describe('with -backend-config files', () => {
  const partial = (type: string) => ({ 'app/main.tf': block(type) });

  test.each([
    [
      'gcs',
      { 'app/prod.tfbackend': 'bucket = "states"\nprefix = "net"\n' },
      gcs,
      ['net/default.tfstate', 'net/*.tfstate'],
    ],
    [
      'azurerm',
      { 'app/prod.tfbackend': 'storage_account_name = "acme"\nkey = "net"\nclient_secret = "x"\n' },
      azurerm,
      ['net', 'netenv:*'],
    ],
    [
      'pg',
      { 'app/backend.hcl': 'conn_str = "postgres://db.acme.example/tf"\nschema_name = "net"' },
      pg,
      ['default', '*'],
    ],
    ['remote', { 'app/backend.hcl': 'organization = "acme"\nworkspaces { name = "net" }\n' }, hcp, ['net']],
    ['http', { 'backends/app.tfbackend': 'address = "https://states.acme.example/net%20work"' }, http, ['net work']],
    [
      'consul',
      { 'app/backend.json.tfbackend': '{"path": "terraform/net"}' },
      consul,
      ['terraform/net', 'terraform/net-env:*'],
    ],
    [
      'kubernetes',
      { 'app/backend.hcl': 'namespace = "terraform"\nsecret_suffix = "net"\n' },
      kubernetes,
      ['tfstate-default-net', 'tfstate-*-net'],
    ],
  ] as const)('claims the states that they name: %s', (type, files, place, keys) => {
    expect(keysIn({ ...partial(type), ...files }, place)).toEqual(keys.map((key) => `src://${key}`));
  });

  test('takes a store that all files beside a block agree on', () => {
    const files = {
      'app/main.tf': block('azurerm', 'key = "net"'),
      'app/backend.hcl': 'storage_account_name = "acme"\ncontainer_name = "tfstate"\n',
    };
    expect(keysIn(files, azurerm)).toEqual(['src://net', 'src://netenv:*']);
    expect(keysIn(files, source('azurerm', { storage_account_name: 'b', container_name: 'tfstate' }))).toEqual([]);
  });

  test('reports blocks that name no state, and what they lack', () => {
    const details = (text: string) => derive({ 'main.tf': text }).problems.map(({ detail }) => detail.split(',')[0]);
    expect(details(block('gcs'))).toEqual(['its backend names no prefix']);
    expect(details(block('azurerm', 'key = var.key'))).toEqual(['the key of its backend is no constant']);
    expect(details(block('http'))).toEqual(['its backend names no address']);
    expect(details(block('kubernetes', 'secret_suffix = "${var.x}"'))).toEqual([
      'the secret_suffix of its backend is no constant',
    ]);
    const tags = 'terraform {\n cloud {\n workspaces { tags = ["net"] }\n }\n}\n';
    expect(details(tags)).toEqual(['its block names no workspace by its name']);
  });
});

test('keeps no credentials of any backend', () => {
  const secrets = [
    block('azurerm', 'key = "k"', 'access_key = "c2VjcmV0"', 'sas_token = "sig=s3cr3t"', 'client_secret = "s3cr3t"'),
    block('pg', 'conn_str = "postgres://me:s3cr3t@h/d?password=s3cr3t"'),
    block('pg', 'conn_str = "host=h dbname=d user=me password=s3cr3t"'),
    block('http', 'address = "https://me:s3cr3t@h/p?token=s3cr3t"', 'password = "s3cr3t"'),
    block('consul', 'path = "p"', 'address = "me:s3cr3t@h:8500"', 'access_token = "s3cr3t"'),
    block('gcs', 'prefix = "p"', 'credentials = "s3cr3t"'),
    block('kubernetes', 'secret_suffix = "p"', 'token = "s3cr3t"'),
    block('remote', 'token = "s3cr3t"', 'workspaces { name = "n" }'),
  ];
  for (const text of secrets) {
    const facts = moduleFacts('main.tf', text);
    expect(JSON.stringify(facts)).not.toMatch(/s3cr3t|c2VjcmV0|\bme\b/);
    expect(deriveMapping([{ path: 'main.tf', facts }]).claims).not.toEqual([]);
  }
});
