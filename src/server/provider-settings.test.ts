import { expect, test } from 'vitest';
import { composeProvided } from './compose-provided.ts';
import { readConfig } from './config.ts';

const SOURCE = 'registry.terraform.io/hashicorp/google';
const ACME = 'org_0acme';
const OTHER = 'org_0other';

const read = (...entries: object[]) => readConfig({ PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify(entries) });
const entry = (more: object) => ({ provider: 'hashicorp/google', organizations: [ACME], ...more });

test('only the organizations that an entry names get anything of it', () => {
  const provided = composeProvided(
    read(
      entry({ config: { project: 'acme-prod', credentials: '{"private_key": "abcdefgh12345678"}' } }),
      entry({ organizations: [OTHER], env: { GOOGLE_CREDENTIALS: 'of-the-other-one' } }),
    ),
  );
  const of = (org: string) => provided(org).settingsFor?.(SOURCE);
  expect(of(ACME)).toMatchObject({ config: { project: 'acme-prod' }, env: {} });
  expect(of(OTHER)).toEqual({ config: {}, env: { GOOGLE_CREDENTIALS: 'of-the-other-one' } });
  expect(of('org_0third')).toBeUndefined();
  expect(provided(ACME).settingsFor?.('registry.terraform.io/hashicorp/azurerm')).toBeUndefined();
  // What is in a document is as secret as the document; a project is a name.
  expect(provided(ACME).settingsSecrets).toContain('abcdefgh12345678');
  expect(provided(ACME).settingsSecrets).not.toContain('acme-prod');
  expect(provided(ACME).settingsSecrets).not.toContain('of-the-other-one');
});

test('the first entry that means a provider counts', () => {
  const provided = composeProvided(read(entry({ config: { project: 'one' } }), entry({ provider: 'hashicorp/*' })));
  expect(provided(ACME).settingsFor?.(SOURCE)?.config).toEqual({ project: 'one' });
  expect(provided(ACME).settingsFor?.('registry.opentofu.org/hashicorp/random')?.config).toEqual({});
});

test('on a server, an entry without organizations stops the start: states are written by tenants', () => {
  expect(() => composeProvided(read(entry({}), { provider: 'hashicorp/google', config: {} }))).toThrow(
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
  ['an odd variable', '[{"provider": "a/b", "env": {"s3cret=x": "1"}}]', /env must be an object of variables/],
])('%s stops the start without being repeated', (_, text, expected) => {
  const start = () => readConfig({ PLUMBLINE_PROVIDER_SETTINGS: text });
  expect(start).toThrow(expected);
  expect(start).toThrow(/^PLUMBLINE_PROVIDER_SETTINGS [^\n]*$/);
  expect(start).not.toThrow(/s3cret/);
});

test('a pattern that is none stops the start with one line', () => {
  expect(() => readConfig({ PLUMBLINE_PROVIDERS: 'hashicorp/aws,google' })).toThrow(
    'PLUMBLINE_PROVIDERS must be provider addresses such as hashicorp/aws, acme/* or registry.example.com/acme/* (got "hashicorp/aws,google")',
  );
});
