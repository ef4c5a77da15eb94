import { expect, test } from 'vitest';
import { table } from './table.ts';

const HEADINGS = ['ID', 'RESOURCE', 'SUMMARY'];
const ROWS = [
  ['inc_1', 'aws_security_group.bastion', 'SSH (22/tcp) was opened to the internet in prod, outside Terraform'],
  ['inc_2', null, 'Down\u001b[31m'],
];

test('where there is room, or nobody asks, every row is a line', () => {
  const wide = `ID     RESOURCE                    SUMMARY
inc_1  aws_security_group.bastion  SSH (22/tcp) was opened to the internet in prod, outside Terraform
inc_2  -                           Down\\u{1b}[31m`;
  expect(table(HEADINGS, ROWS)).toBe(wide);
  expect(table(HEADINGS, ROWS, 120)).toBe(wide);
});

test('the last column is wrapped where it does not fit', () => {
  expect(table(HEADINGS, ROWS, 80)).toBe(`ID     RESOURCE                    SUMMARY
inc_1  aws_security_group.bastion  SSH (22/tcp) was opened to the internet in
                                   prod, outside Terraform
inc_2  -                           Down\\u{1b}[31m`);
});

test('and stands below where hardly anything would be left for it', () => {
  expect(table(HEADINGS, ROWS, 50)).toBe(`ID     RESOURCE
    SUMMARY
inc_1  aws_security_group.bastion
    SSH (22/tcp) was opened to the internet in
    prod, outside Terraform
inc_2  -
    Down\\u{1b}[31m`);
});
