import type { Difference } from '../estate.ts';

const COUNTED = 'computed-only: it counts attachments; those that are gone are told';
const ECHO = 'the parent mirrors a managed child, and the drift is told of the child';

export const differences: Difference[] = [
  { address: 'aws_iam_policy.shared', attributes: ['attachment_count'], because: COUNTED },
  {
    address: 'module.grants["read.only"].aws_iam_policy.this',
    attributes: ['attachment_count'],
    because: COUNTED,
  },
  {
    address: 'module.workload.aws_iam_role.app',
    attributes: ['inline_policy'],
    because: `${ECHO}: the two inline policies of module.grants`,
  },
  {
    address: 'aws_eip.bastion',
    attributes: ['association_id', 'private_ip'],
    because: 'computed-only: they tell of the association that is gone, which is told',
  },
  {
    address: 'aws_eip.bastion',
    attributes: ['network_interface'],
    because: `${ECHO}: aws_eip_association.bastion`,
  },
  {
    address: 'aws_route_table.public',
    attributes: ['route'],
    because: `${ECHO}: aws_route.internet, aws_route.spoke`,
  },
  {
    address: 'aws_security_group.edge',
    attributes: ['egress', 'ingress'],
    because: `${ECHO}: aws_vpc_security_group_egress_rule.edge, aws_vpc_security_group_ingress_rule.edge`,
  },
  {
    address: 'aws_network_acl.beside',
    attributes: ['ingress'],
    because: `${ECHO}: aws_network_acl_rule.beside["210"]`,
  },
];
