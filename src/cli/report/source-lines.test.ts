import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { modulesOf } from '../../server/compose-tags.ts';
import { repositoryRoot, sourceLines } from './source-lines.ts';

const MAIN = `# resource "aws_vpc" "main" {} is only a comment here
locals {
  text = <<EOT
resource "aws_vpc" "main" {
}
EOT
}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16" }

module "net" { source = "../modules/net" }
module "registry" {
  source = "terraform-aws-modules/vpc/aws"
}
`;

test('finds the block of a resource, in local modules too, and the call of a module that is elsewhere', async () => {
  await using dir = await temporaryDirectory();
  const at = (path: string) => join(dir.path, path);
  for (const one of ['.git', 'infra/prod', 'infra/modules/net']) await mkdir(at(one), { recursive: true });
  await writeFile(at('infra/prod/main.tf'), MAIN);
  await writeFile(at('infra/prod/broken.tf'), 'resource "aws_vpc" "broken" {');
  await writeFile(at('infra/prod/override.tf'), 'resource "aws_vpc" "main" {}\n');
  await writeFile(at('infra/prod/more.tf.json'), '{"resource": {"aws_eip": {"x": {}}}}');
  await writeFile(at('infra/modules/net/subnets.tf'), '\n\nresource "aws_subnet" "private" {\n}\n');
  const state = at('infra/prod/terraform.tfstate');
  await writeFile(state, '{}');
  const root = repositoryRoot(at('infra/prod'));
  expect(root).toBe(dir.path);
  const locate = sourceLines(modulesOf({ beside: state }), root);
  const of = (resource: string) => locate({ resource, state_key: 'terraform.tfstate' });

  expect(of('aws_vpc.main')).toEqual({ file: 'infra/prod/main.tf', line: 9 });
  expect(of('aws_vpc.main["a.b"]')).toEqual({ file: 'infra/prod/main.tf', line: 9 });
  expect(of('aws_eip.x[0]')).toEqual({ file: 'infra/prod/more.tf.json', line: 1 });
  expect(of('module.net["x.y"].aws_subnet.private[0]')).toEqual({ file: 'infra/modules/net/subnets.tf', line: 3 });
  expect(of('module.registry.aws_vpc.this[0]')).toEqual({ file: 'infra/prod/main.tf', line: 13 });
  for (const one of ['aws_vpc.other', 'aws_vpc.broken', 'module.none.aws_vpc.x', 'nonsense'])
    expect(of(one)).toBeUndefined();
  const elsewhere = sourceLines(modulesOf({ beside: state }), at('infra/prod'));
  expect(elsewhere({ resource: 'module.net.aws_subnet.private', state_key: 'terraform.tfstate' })).toBeUndefined();
});
