import { expect, test } from 'vitest';
import { typeOfAddress } from './address.ts';

test.each([
  ['aws_subnet.private', 'aws_subnet'],
  ['aws_subnet.private[0]', 'aws_subnet'],
  ['module.net["a.b"].aws_subnet.private["c]d\\"."]', 'aws_subnet'],
  ['module.a.module.b[2].data.aws_ami.ubuntu', 'aws_ami'],
  ['module.module.aws_vpc.module', 'aws_vpc'],
  ['the bastion host', undefined],
  ['aws_subnet', undefined],
  ['sg-0a1b2c3d', undefined],
  ['arn:aws:s3:::acme_logs.example', undefined],
  ['acme.example.org', undefined],
  ['module.net', undefined],
  ['', undefined],
])('reads from %s the type %s', (address, type) => {
  expect(typeOfAddress(address)).toBe(type);
});
