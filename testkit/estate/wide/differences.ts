import type { Difference } from '../estate.ts';

export const differences: Difference[] = [
  {
    address: 'aws_iam_policy.read',
    attributes: ['attachment_count'],
    because:
      'computed-only: it counts attachments; the one that is gone, aws_iam_role_policy_attachment.app_read, is told',
  },
];
