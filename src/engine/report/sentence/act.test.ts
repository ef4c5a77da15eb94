import { expect, test } from 'vitest';
import { readGolden } from '../../../../test/parity/golden.ts';
import { actIn, addressIn } from './act.ts';
import { incidentSummary } from './sentence.ts';

test.each([
  [
    'aws_security_group.bastion',
    'SSH (22/tcp) was opened to the internet on aws_security_group.bastion outside Terraform in prod (eu-west-1)',
    'SSH (22/tcp) was opened to the internet',
  ],
  [
    'aws_route.spoke',
    'The route aws_route.spoke was removed outside Terraform in live of account payments (eu-west-1), so that traffic no longer takes it',
    'The route was removed, so that traffic no longer takes it',
  ],
  [
    'aws_vpc.main',
    'DNS was switched on for aws_vpc.main outside Terraform in account 123456789012 (eu-west-1)',
    'DNS was switched on',
  ],
  ['aws_vpc.main', 'The settings were changed on aws_vpc.main outside Terraform', 'The settings were changed'],
  ['aws_sqs_queue.q', 'Somebody purged the queue in prod', 'Somebody purged the queue in prod'],
])('extracts the change from the sentence about %s', (resource, summary, act) => {
  expect(actIn({ resource, summary })).toBe(act);
});

test('removes location and address from every sentence of the estates', () => {
  const findings = ['wide', 'serverless', 'network'].flatMap(readGolden);
  expect(findings.length).toBeGreaterThan(150);
  for (const finding of findings) {
    const act = actIn({ resource: finding.resource, summary: incidentSummary({ finding }) });
    expect(act.length).toBeGreaterThan(5);
    expect(act).not.toContain('outside Terraform');
    expect(act).not.toContain(` ${addressIn(finding.resource)}`);
  }
});
