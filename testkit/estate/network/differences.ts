import type { Difference } from '../estate.ts';

const COUNTED = 'computed-only: it counts attachments; those that are gone are told';

export const differences: Difference[] = [
  {
    address: 'module.grants["read.only"].aws_iam_policy.this',
    attributes: ['attachment_count'],
    because: COUNTED,
  },
  {
    address: 'aws_eip.bastion',
    attributes: ['association_id', 'network_interface', 'private_ip'],
    because: 'they mirror the association that is gone, which is told',
  },
];
