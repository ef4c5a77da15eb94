import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { missing } from '../../../../../testkit/needs.ts';
import { temporaryDirectory } from '../../../../../testkit/tmp.ts';
import { accountPermissionPolicy, permissionPolicy, trustPolicy } from '../policies.ts';
import { roleNamed } from './role-setup.ts';
import { setupOf } from './setup.ts';

const ARN = 'arn:aws:iam::123456789012:role/platform/plumbline';
/** A prefix with all characters that are special in one of the formats. */
const PREFIX = `prod/"quoted" \\n \${aws.x} $\${y} %{ if } %%{ 'a' é\u2028 # : *`;

const settings = { external_id: 'plumbline-1', role_arn: ARN, state_bucket: 'states', account_role_arn: null };
const policies = {
  trust_policy: trustPolicy({ accountId: '123456789012', externalId: 'plumbline-1' }),
  permission_policy: permissionPolicy({ bucket: 'states', prefix: PREFIX, roleArn: ARN, secretValues: true }),
  account_trust_policy: null,
  account_permission_policy: null,
};
const setup = setupOf(settings, '123456789012', policies);

type Template = {
  Resources: { PlumblineRole: { Properties: Record<string, unknown> & { Policies: { PolicyDocument: unknown }[] } } };
};

test('writes the CloudFormation template as YAML with the same policies, whatever they contain', () => {
  const { Properties } = (parse(setup.role.cloudformation, { version: '1.1' }) as Template).Resources.PlumblineRole;
  expect(Properties).toMatchObject({ RoleName: 'plumbline', Path: '/platform/' });
  expect(Properties.AssumeRolePolicyDocument).toEqual(policies.trust_policy);
  expect(Properties.Policies.map(({ PolicyDocument }) => PolicyDocument)).toEqual([policies.permission_policy]);
  expect(JSON.stringify(policies.permission_policy)).toContain('é');
});

test('names a role by its ARN, and a new one plumbline', () => {
  expect(roleNamed(null)).toEqual({ name: 'plumbline', path: '/' });
  expect(roleNamed('arn:aws:iam::123456789012:role/drift')).toEqual({ name: 'drift', path: '/' });
  expect(roleNamed('arn:aws:iam::{account}:role/a/b/drift')).toEqual({ name: 'drift', path: '/a/b/' });
});

test('lists the missing values', () => {
  const empty = { ...settings, role_arn: null, state_bucket: null, account_role_arn: 'arn:aws:iam::{account}:role/x' };
  const account = { account_trust_policy: {}, account_permission_policy: accountPermissionPolicy() };
  const { missing: lacks, account_role: more } = setupOf(empty, null, { ...policies, ...account });
  expect(lacks).toEqual(['principal', 'state_bucket', 'role_arn']);
  expect(more).toMatchObject({ name: 'x' });
  expect(setup).toMatchObject({ missing: [], account_role: null });
});

describe.skipIf(await missing('terraform'))('the snippet of Terraform', () => {
  const run = (args: string[], options: { input?: string; cwd?: string } = {}) => {
    const env = { ...process.env, TF_CLI_CONFIG_FILE: '', CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
    const { status, stdout, stderr } = spawnSync('terraform', args, { ...options, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };

  test('formats the configuration as terraform fmt does', () => {
    expect(run(['fmt', '-check', '-diff', '-'], { input: setup.role.terraform })).toBe('');
  });

  test('has the same policies for terraform, whatever they contain', async () => {
    await using directory = await temporaryDirectory();
    const said = [...setup.role.terraform.matchAll(/^ {2}(\w*policy) += (jsonencode\([^]*?^ {2}\}\))$/gm)];
    const outputs = said.map(([, name, policy]) => `output "${name}" {\n  value = ${policy}\n}\n`);
    await writeFile(join(directory.path, 'main.tf'), outputs.join('\n'));
    run(['apply', '-auto-approve', '-input=false', '-no-color'], { cwd: directory.path });
    const read = JSON.parse(run(['output', '-json'], { cwd: directory.path })) as Record<string, { value: string }>;
    const response = Object.fromEntries(
      Object.entries(read).map(([name, { value }]) => [name, JSON.parse(value) as unknown]),
    );
    expect(response).toEqual({ assume_role_policy: policies.trust_policy, policy: policies.permission_policy });
  });
});
