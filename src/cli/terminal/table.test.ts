import { expect, test } from 'vitest';
import { table } from './table.ts';

const HEADINGS = ['ID', 'RESOURCE', 'SUMMARY'];
const ROWS = [
  ['inc_1', 'aws_security_group.bastion', 'SSH (22/tcp) was opened to the internet in prod, outside Terraform'],
  ['inc_2', null, 'Down\u001b[31m'],
];

test('prints each row as a line where there is room', () => {
  const wide = `ID     RESOURCE                    SUMMARY
inc_1  aws_security_group.bastion  SSH (22/tcp) was opened to the internet in prod, outside Terraform
inc_2  -                           Down\\u{1b}[31m`;
  expect(table(HEADINGS, ROWS)).toBe(wide);
  expect(table(HEADINGS, ROWS, 120)).toBe(wide);
});

test('wraps the last column where it does not fit', () => {
  expect(table(HEADINGS, ROWS, 80)).toBe(`ID     RESOURCE                    SUMMARY
inc_1  aws_security_group.bastion  SSH (22/tcp) was opened to the internet in
                                   prod, outside Terraform
inc_2  -                           Down\\u{1b}[31m`);
});

test('moves the last column below the others in a narrow terminal', () => {
  expect(table(HEADINGS, ROWS, 50)).toBe(`ID     RESOURCE
    SUMMARY
inc_1  aws_security_group.bastion
    SSH (22/tcp) was opened to the internet in
    prod, outside Terraform
inc_2  -
    Down\\u{1b}[31m`);
});

test('moves overlong columns below the first ones, within the width', () => {
  const headings = ['DATE', 'STATUS', 'ID', 'RESOURCE', 'SUMMARY'];
  const address = 'module.events["shop.v2"].aws_sns_topic.topic["refunds"]';
  const row = ['2026-01-31', 'resolved', 'inc_0V3mKq8ZxYbD2nR5tW7uAe', address, 'It was deleted outside Terraform'];
  expect(table(headings, [row], 80)).toBe(`DATE        STATUS    ID
    RESOURCE
    SUMMARY
2026-01-31  resolved  inc_0V3mKq8ZxYbD2nR5tW7uAe
    ${address}
    It was deleted outside Terraform`);
  for (let room = 10; room < 140; room += 1)
    for (const line of table(headings, [row], room).split('\n')) expect(line.length).toBeLessThanOrEqual(room);
});
