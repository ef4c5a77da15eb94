import type { Difference } from '../estate.ts';

export const differences: Difference[] = [
  {
    address: 'aws_eip.bastion',
    attributes: ['association_id', 'private_ip'],
    newAttributes: ['private_dns'],
    because:
      'computed-only, on an address that is otherwise as it was: they tell of aws_eip_association.bastion, which is gone',
  },
];
