import { fileURLToPath } from 'node:url';
import type { Estate } from '../estate.ts';
import { changes } from './changes.ts';
import { differences } from './differences.ts';
import { neutral } from './neutral.ts';
import type { Placement } from '../split.ts';

const PARENTS = /^aws_((default_)?security_group|network_acl|route_table|eip|iam_role|iam_policy|route53_zone)$/;
const PEOPLE = /^aws_iam_(user|group|access_key|account)/;

/** Child resources are in another state than their parents, as in organizations with separate teams. */
const placement: Placement = ({ type, module = '' }) => {
  if (module.startsWith('module.grants')) return 'grants/terraform.tfstate';
  if (PARENTS.test(type)) return 'foundation/terraform.tfstate';
  return PEOPLE.test(type) ? 'people/terraform.tfstate' : 'applications/terraform.tfstate';
};

/** Networks and permissions: parents and children of all kinds, several sets of provider settings, two regions. */
export const networkEstate: Estate = {
  name: 'network',
  source: fileURLToPath(new URL('aws', import.meta.url)),
  changes,
  neutral,
  differences,
  unseenAfterApply: [],
  placement,
  settings: { 'aws.shared': { ignore_tags: { keys: ['last-scanned'], key_prefixes: ['kubernetes.io/'] } } },
};
