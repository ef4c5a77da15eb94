import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moduleFacts } from '../mapping/module-facts.ts';
import { blockLines, declaringFiles, resourceBlock } from './block-lines.ts';

test('finds where resources and modules begin, and nothing else', () => {
  const text = `variable "x" {}\nresource "aws_vpc" "main" {}\n/* \n */ module net {\n}\ndata "aws_ami" "a" {}\n`;
  expect(blockLines('main.tf', text)).toEqual({ 'resource.aws_vpc.main': 2, 'module.net': 4 });
  const json = { resource: { aws_vpc: { main: {} } }, module: { net: {} }, data: { aws_ami: { a: {} } } };
  expect(blockLines('a.tf.json', JSON.stringify(json))).toEqual({ 'resource.aws_vpc.main': 1, 'module.net': 1 });
  for (const [name, broken] of [
    ['a.tf', 'resource "a" "b" {'],
    ['a.tf.json', '{'],
  ] as const)
    expect(() => blockLines(name, broken)).toThrow(/not closed|not valid JSON/);
});

test('names the block of an address, and the files that may declare it', () => {
  expect(resourceBlock('aws_vpc.main["a.b[0]"]', '')).toBe('resource.aws_vpc.main');
  expect(resourceBlock('module.net["x.y"].aws_subnet.a[0]', 'module.net["x.y"]')).toBe('resource.aws_subnet.a');
  const names = ['b.tf', 'a.tf', 'a.tofu', 'a_override.tf', 'README.md', 'c.tf.json'];
  expect(declaringFiles(names)).toEqual(['a.tofu', 'b.tf', 'c.tf.json']);
});

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const filler = fc.constantFrom(
  '',
  '# resource "aws_vpc" "x" {',
  '/*',
  '*/ locals {\n  a = <<EOT\nmodule "x" {\nEOT\n}',
);
const BODIES = ['{}', '{\n  a = "}"\n}', '{ # }\n  b { c = [1, "${x["{"]}"] }\n}', '{\n  t = <<-E\n  {{ }\n  E\n}'];

test('finds each block on the line where its text begins', () => {
  const block = fc.record({ type: name, name, body: fc.constantFrom(...BODIES), before: fc.nat({ max: 3 }) });
  const blocks = fc.uniqueArray(block, { selector: (one) => `${one.type}.${one.name}`, maxLength: 12 });
  fc.assert(
    fc.property(blocks, filler, (all, comment) => {
      const head = comment === '/*' ? '/* */' : comment.startsWith('*/') ? comment.slice(3) : comment;
      const texts = all.map((one) => `${'\n'.repeat(one.before)}resource "${one.type}" "${one.name}" ${one.body}\n`);
      const text = `${head}\n${texts.join('')}`;
      const found = blockLines('main.tf', text);
      expect(Object.keys(found)).toHaveLength(all.length);
      const lines = text.split('\n');
      for (const one of all) {
        const line = found[`resource.${one.type}.${one.name}`] ?? 0;
        expect(lines[line - 1]).toMatch(new RegExp(`^resource "${one.type}" "${one.name}" `));
      }
    }),
  );
});

test('keeps lines among the facts of a file, as far as its names are no secrets and not too many', () => {
  const lines = (text: string) => moduleFacts('main.tf', text).lines;
  expect(lines('resource "aws_vpc" "main" {}')).toEqual({ 'resource.aws_vpc.main': 1 });
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  expect(lines(`resource "aws_vpc" "${token}" {}\nmodule "a" {}`)).toEqual({ 'module.a': 2 });
  // Unreadable resources are no problem of a file that says nothing of states.
  expect(moduleFacts('main.tf', 'resource "aws_vpc" "main" {')).toEqual({});
  const many = Array.from({ length: 9_000 }, (_, i) => `resource "aws_vpc" "n${i}" {}`).join('\n');
  const { lines: kept = {}, problems } = moduleFacts('main.tf', many);
  expect(problems).toBeUndefined();
  expect(Object.keys(kept).join('').length).toBeLessThanOrEqual(32_768);
  expect(kept['resource.aws_vpc.n1000']).toBe(1_001);
});
