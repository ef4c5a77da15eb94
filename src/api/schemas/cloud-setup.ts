import { Type } from 'typebox';
import { Policy } from './cloud.ts';
import { Nullable, oneOf } from './common.ts';

const RoleSetup = Type.Object(
  {
    name: Type.String({ description: 'By `role_arn`, where that is set', examples: ['plumbline'] }),
    trust_policy: Policy,
    permission_policy: Policy,
    cloudformation: Type.String({
      description: 'A template in YAML that makes the role',
      examples: ['AWSTemplateFormatVersion: "2010-09-09"\n'],
    }),
    terraform: Type.String({
      description: 'Resources of Terraform that make the role',
      examples: ['resource "aws_iam_role" "plumbline" {\n  name = "plumbline"\n}\n'],
    }),
  },
  { title: 'RoleSetup' },
);

export const CloudSetup = Type.Object(
  {
    external_id: Type.String({
      description: 'Generated; the trust policy of the role has to demand it',
      examples: ['plumbline-5s0fGxk2T8qLZ1nYb7'],
    }),
    principal: Nullable(
      Type.String({
        description: 'The account that the role trusts; null while this server has no credentials of its own',
        examples: ['111122223333'],
      }),
    ),
    role: RoleSetup,
    account_role: Nullable(RoleSetup),
    missing: Type.Array(oneOf(['principal', 'state_bucket', 'role_arn']), {
      description: 'What stands in the texts only as a placeholder in pointed brackets, since it is not known yet',
      examples: [[]],
    }),
  },
  { title: 'CloudSetup' },
);
