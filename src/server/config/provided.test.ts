import { expect, test } from 'vitest';
import { parseProviderAddress } from '../../engine/state/provider-address.ts';
import { givenBy } from '../../services/provider-settings/given.ts';
import { operatorGrants } from './provided.ts';
import { readConfig, type Config } from './config.ts';
import { secretsIn } from '../../services/provider-settings/secrets.ts';

const configuration = (source: string, alias = '', module = '') =>
  parseProviderAddress(`${module}provider["${source}"]${alias}`)!;
const GOOGLE = configuration('registry.terraform.io/hashicorp/google');
const ACME = 'org_0acme';
const OTHER = 'org_0other';

const read = (...entries: object[]) => readConfig({ PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify(entries) });
const entry = (more: object) => ({ provider: 'hashicorp/google', organizations: [ACME], ...more });

const providedTo = (config: Config) => {
  const grants = operatorGrants(config);
  return (orgId: string) => givenBy(grants(orgId), orgId);
};

test('applies an entry to the organizations that it names alone', () => {
  const provided = providedTo(
    read(
      entry({ config: { project: 'acme-prod', credentials: '{"private_key": "abcdefgh12345678"}' } }),
      entry({ organizations: [OTHER], env: { GOOGLE_CREDENTIALS: 'of-the-other-one' } }),
    ),
  );
  const of = (org: string) => provided(org).settingsFor?.(GOOGLE, 'a.tfstate');
  expect(of(ACME)).toMatchObject({ config: { project: 'acme-prod' }, env: {} });
  expect(of(OTHER)).toMatchObject({ config: {}, env: { GOOGLE_CREDENTIALS: 'of-the-other-one' } });
  expect(of('org_0third')).toMatchObject({ others: false });
  const azure = configuration('registry.terraform.io/hashicorp/azurerm');
  expect(provided(ACME).settingsFor?.(azure, 'a.tfstate')).toMatchObject({ others: false });
  // Values in a document are as secret as the document; a project is only a name.
  expect(provided(ACME).settingsSecrets).toContain('abcdefgh12345678');
  expect(provided(ACME).settingsSecrets).not.toContain('acme-prod');
  expect(provided(ACME).settingsSecrets).not.toContain('of-the-other-one');
});

test('applies the first entry that matches a provider', () => {
  const provided = providedTo(read(entry({ config: { project: 'one' } }), entry({ provider: 'hashicorp/*' })));
  const random = configuration('registry.opentofu.org/hashicorp/random');
  expect(provided(ACME).settingsFor?.(GOOGLE, 'a.tfstate')).toMatchObject({ config: { project: 'one' } });
  expect(provided(ACME).settingsFor?.(random, 'a.tfstate')).toMatchObject({ config: {} });
});

test('tells configurations apart by alias, module and state', () => {
  const provided = providedTo(
    read(
      entry({ alias: 'west', states: ['prod/*'], config: { project: 'prod-west' } }),
      entry({ alias: 'module.net*', config: { project: 'net' } }),
      entry({ states: ['prod/*', 'shared.tfstate'], config: { project: 'prod' } }),
      entry({ alias: '*', states: ['lab/*'], config: { project: 'lab' } }),
    ),
  );
  const of = (stateKey: string, alias = '', module = '') => {
    const { source } = GOOGLE;
    const given = provided(ACME).settingsFor?.(configuration(source, alias, module), stateKey);
    return given && 'config' in given ? given.config.project : given;
  };
  expect(of('prod/app.tfstate')).toBe('prod');
  expect(of('shared.tfstate')).toBe('prod');
  expect(of('prod/app.tfstate', '.west')).toBe('prod-west');
  expect(of('lab/app.tfstate', '.west')).toBe('lab');
  expect(of('lab/app.tfstate')).toBe('lab');
  expect(of('any.tfstate', '.west', 'module.net["a"].')).toBe('net');
  expect(of('any.tfstate', '', 'module.net.')).toBe('net');
  // A configuration without settings of its own does not get another one's.
  for (const none of [of('staging/app.tfstate'), of('shared.tfstate', '.west'), of('prod/app.tfstate', '.east')])
    expect(none).toMatchObject({ others: true });
});

test('says the line to add where a configuration has no settings', () => {
  const provided = providedTo(read(entry({ config: { project: 'one' } })));
  const missing = (source: string, alias = '') =>
    provided(ACME).settingsFor?.(configuration(source, alias), 'a.tfstate');
  expect(missing('registry.opentofu.org/hashicorp/kubernetes')).toEqual({
    others: false,
    missing:
      'provider["registry.opentofu.org/hashicorp/kubernetes"] got no settings. Add {"provider":"hashicorp/kubernetes","organizations":["org_0acme"],"config":{}} with its own config or env to PLUMBLINE_PROVIDER_SETTINGS. Or set them for the organization: "plumbline providers set".',
  });
  expect(missing(GOOGLE.source, '.west')).toMatchObject({
    others: true,
    missing: expect.stringContaining(
      'Add {"provider":"hashicorp/google","alias":"west","states":["a.tfstate"],"organizations":["org_0acme"],"config":{}}',
    ),
  });
});

test.each([
  ['the same again', {}, {}],
  ['another address of the same', { provider: 'hashicorp/*' }, { provider: 'registry.opentofu.org/hashicorp/google' }],
  ['states behind all states', {}, { states: ['prod/*'] }],
  ['an alias behind all of them', { alias: '*' }, { alias: 'west' }],
  ['fewer organizations', { organizations: [ACME, OTHER] }, { organizations: [OTHER] }],
])('rejects an entry that never applies: %s', (_, first, second) => {
  expect(() => read(entry(first), entry(second))).toThrow(
    /entry 2 never applies, since entry 1 takes all that it is for/,
  );
});

test.each([
  ['another alias', {}, { alias: 'west' }],
  ['the rest of the states', { states: ['prod/*'] }, {}],
  ['other states', { states: ['prod/*'] }, { states: ['prod*'] }],
  ['another organization', {}, { organizations: [ACME, OTHER] }],
  ['all providers of a name', {}, { provider: 'hashicorp/*' }],
  ['a private registry', {}, { provider: 'registry.example.com/hashicorp/google' }],
])('accepts an entry with another target: %s', (_, first, second) => {
  expect(read(entry(first), entry(second)).providerSettings).toHaveLength(2);
});

test('hides secrets in what a provider says, and shows hosts, users and schemes', () => {
  const config = {
    host: 'db-01.prod.example.com',
    scheme: 'postgres',
    username: 'Plumbline_Reader1',
    endpoint: 'https://rabbit.example.com:15672',
    url: 'amqp://reader:Gh7%21kd9Qx@rabbit.example.com:5672/vhost',
    auth: 'Zx9!kQ2mLp',
    password: 'hunter-two',
  };
  const grants = read(entry({ config })).providerSettings ?? [];
  const { auth, password } = config;
  expect(secretsIn(grants, 'yes').toSorted()).toEqual(['Gh7!kd9Qx', 'Gh7%21kd9Qx', password].toSorted());
  expect(secretsIn(grants, 'perhaps').toSorted()).toEqual(['Gh7!kd9Qx', 'Gh7%21kd9Qx', password, auth].toSorted());
});

test('rejects an entry without organizations on a server', () => {
  expect(() => providedTo(read(entry({}), { provider: 'hashicorp/google', config: {} }))).toThrow(
    /^PLUMBLINE_PROVIDER_SETTINGS entry 2 names no organizations/,
  );
});

test.each([
  ['no JSON', 's3cret', /must be JSON/],
  ['no list', '{"provider": "s3cret"}', /must be a list/],
  ['no object', '["s3cret"]', /entry 1 is no object/],
  ['another member', '[{"provider": "a/b", "s3cret": 1}]', /entry 1 has a member that is none of/],
  ['no pattern', '[{"provider": "s3cret"}]', /provider must be an address/],
  ['a login', '[{"provider": "a/b", "organizations": ["s3cret"]}]', /must be a list of ids/],
  ['no organization', '[{"provider": "a/b", "organizations": []}]', /must be a list of ids/],
  ['all', '[{"provider": "a/b", "organizations": "*"}]', /must be a list of ids/],
  ['a list as configuration', '[{"provider": "a/b", "config": ["s3cret"]}]', /config must be an object/],
  ['a number in the environment', '[{"provider": "a/b", "env": {"A": 1}}]', /env must be an object of variables/],
  ['no alias', '[{"provider": "a/b", "alias": ["s3cret"]}]', /alias must be a text/],
  ['an empty alias', '[{"provider": "a/b", "alias": ""}]', /alias must be a text/],
  ['a text as states', '[{"provider": "a/b", "states": "s3cret"}]', /states must be a list of patterns/],
  ['no states', '[{"provider": "a/b", "states": []}]', /states must be a list of patterns/],
  ['an odd variable', '[{"provider": "a/b", "env": {"s3cret=x": "1"}}]', /env must be an object of variables/],
])('rejects %s without repeating it', (_, text, expected) => {
  const start = () => readConfig({ PLUMBLINE_PROVIDER_SETTINGS: text });
  expect(start).toThrow(expected);
  expect(start).toThrow(/^PLUMBLINE_PROVIDER_SETTINGS [^\n]*$/);
  expect(start).not.toThrow(/s3cret/);
});

test('rejects an invalid pattern with one line', () => {
  expect(() => readConfig({ PLUMBLINE_PROVIDERS: 'hashicorp/aws,google' })).toThrow(
    'PLUMBLINE_PROVIDERS must be provider addresses such as hashicorp/aws, acme/* or registry.example.com/acme/* (got "hashicorp/aws,google")',
  );
});
