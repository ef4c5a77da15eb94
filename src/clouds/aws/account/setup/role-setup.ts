import { stringify } from 'yaml';
import type { JsonObject } from '../../../../base/json.ts';
import { hclLines, hclText, hclValue } from './hcl.ts';

/** A role to create: its name, trust policy and permissions. */
export type RoleToMake = {
  name: string;
  path: string;
  description: string;
  trust: JsonObject;
  permissions: JsonObject;
};

/** Characters that some YAML parsers read as a line end, or refuse. */
const NOT_PRINTABLE = /[\u0080-\u009f\u2028\u2029\ufeff]/g;

const POLICY_NAME = 'plumbline';

/** The name and path in a role's ARN; defaults for a new role. */
export function roleNamed(arn: string | null): { name: string; path: string } {
  const [, path = '/', name = 'plumbline'] = /^[^/]*role(\/(?:.*\/)?)([^/]+)$/.exec(arn ?? '') ?? [];
  return { name, path };
}

/** A CloudFormation template that creates the role. All texts are quoted, so that YAML parsers read them as text. */
export function cloudFormationOf({ name, path, description, trust, permissions }: RoleToMake): string {
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: description,
    Resources: {
      PlumblineRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: name,
          Path: path,
          Description: description,
          AssumeRolePolicyDocument: trust,
          Policies: [{ PolicyName: POLICY_NAME, PolicyDocument: permissions }],
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['PlumblineRole', 'Arn'] } } },
  };
  const text = stringify(template, {
    version: '1.1',
    aliasDuplicateObjects: false,
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return text.replace(NOT_PRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The Terraform configuration of the role, formatted as by `terraform fmt`. */
export function terraformOf({ name, path, description, trust, permissions }: RoleToMake): string {
  const resource = (type: string, entries: readonly (readonly [string, string])[]) =>
    [`resource "${type}" "plumbline" {`, ...hclLines(entries, '  '), '}'].join('\n');
  const encoded = (policy: JsonObject) => `jsonencode(${hclValue(policy, '  ')})`;
  return `${[
    resource('aws_iam_role', [
      ['name', hclText(name)],
      ['path', hclText(path)],
      ['description', hclText(description)],
      ['assume_role_policy', encoded(trust)],
    ]),
    resource('aws_iam_role_policy', [
      ['name', hclText(POLICY_NAME)],
      ['role', 'aws_iam_role.plumbline.id'],
      ['policy', encoded(permissions)],
    ]),
    ['output "plumbline_role_arn" {', '  value = aws_iam_role.plumbline.arn', '}'].join('\n'),
  ].join('\n\n')}\n`;
}
