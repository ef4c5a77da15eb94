import { field, inlinePolicies, inlinePolicyResource, listed, type ToParts } from '../match/parts.ts';
import { documentOf, type Overlap } from '../match/overlap.ts';

/** The policies of an attachment; all of an exclusive one. */
const policiesOf: ToParts = (child) => [...field('policy_arn')(child), ...field('policy_arns')(child)];

/** Roles and keys. */
export const IDENTITY: Overlap[] = [
  {
    parent: 'aws_iam_role',
    attributes: ['managed_policy_arns'],
    children: [
      { type: 'aws_iam_role_policy_attachment', by: 'role', to: ['name'] },
      { type: 'aws_iam_policy_attachment', by: 'roles', to: ['name'] },
      { type: 'aws_iam_role_policy_attachments_exclusive', by: 'role_name', to: ['name'] },
    ],
    parts: { ofParent: listed, ofChild: policiesOf },
    why: 'the role lists the policies that attachments manage',
  },
  {
    parent: 'aws_iam_role',
    attributes: ['inline_policy'],
    children: [{ type: 'aws_iam_role_policy', by: 'role', to: ['name', 'id'] }],
    parts: { ofParent: inlinePolicies, ofChild: inlinePolicyResource },
    why: 'the role shows the inline policies that policy resources manage',
  },
  documentOf('aws_kms_key', 'policy', { type: 'aws_kms_key_policy', by: 'key_id', to: ['key_id', 'id', 'arn'] }),
];
