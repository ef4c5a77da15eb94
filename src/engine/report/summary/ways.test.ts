import { expect, test } from 'vitest';
import { attributeOf, findingOf } from '../../../../testkit/stored-analysis.ts';
import { codeFor, revertOf } from './ways.ts';

test('quotes the address and the directory for a shell', () => {
  expect(revertOf(findingOf(`module.net["it's"].aws_vpc.main`), 'infra/a b')).toEqual({
    plan: String.raw`terraform -chdir='infra/a b' plan -target='module.net["it'\''s"].aws_vpc.main'`,
    apply: String.raw`terraform -chdir='infra/a b' apply -target='module.net["it'\''s"].aws_vpc.main'`,
  });
  expect(revertOf(findingOf('aws_vpc.main'), '.')?.plan).toBe("terraform plan -target='aws_vpc.main'");
});

test('gives no command for an address with hidden characters', () => {
  expect(revertOf(findingOf('aws_vpc.\u202emain'), undefined)).toBeNull();
});

const changed = (...attributes: Parameters<typeof attributeOf>[]) =>
  codeFor(findingOf('aws_sqs_queue.jobs', { attributes: attributes.map((one) => attributeOf(...one)) }));

test('writes plain arguments as HCL, whose templates are none', () => {
  expect(changed(['delay_seconds', 0, 60], ['name', 'a', '${x} %{if}'], ['subnets', [], ['a', 'b']])).toBe(
    'delay_seconds = 60\nname = "$${x} %%{if}"\nsubnets = ["a", "b"]',
  );
});

test('writes nothing where a part lies in a block, is a document, or is secret', () => {
  expect(changed(['delay_seconds', 0, 60], ['versioning[0].enabled', true, false])).toBeNull();
  expect(changed(['ingress', [], [{ from_port: 22 }]])).toBeNull();
  const secret = { ...attributeOf('password', 'a', '(sensitive)'), sensitive: true };
  expect(codeFor(findingOf('aws_db_instance.db', { attributes: [secret] }))).toBeNull();
  expect(codeFor(findingOf('aws_vpc.main', { kind: 'deleted', attributes: [] }))).toBeNull();
});
