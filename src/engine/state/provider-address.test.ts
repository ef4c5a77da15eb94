import { expect, test } from 'vitest';
import { configurationIn, parseProviderAddress } from './provider-address.ts';

const AWS = 'registry.terraform.io/hashicorp/aws';

test.each([
  [`provider["${AWS}"]`, AWS, undefined],
  [`provider["${AWS}"].west`, AWS, 'west'],
  [`module.x.module.y.provider["${AWS}"].west`, AWS, 'west'],
  [
    `provider["registry.opentofu.org/hashicorp/aws"].by_region["eu-west-1"]`,
    'registry.opentofu.org/hashicorp/aws',
    'by_region',
  ],
  [`module.m["a.b"].provider["${AWS}"].r["x].provider[y"]`, AWS, 'r'],
  ['provider["example.com:8443/Acme/Thing"]', 'example.com:8443/acme/thing', undefined],
  ['provider["terraform.io/builtin/terraform"]', 'terraform.io/builtin/terraform', undefined],
  ['provider["registry.terraform.io/-/aws"]', AWS, undefined],
  ['provider["acme/thing"]', 'registry.terraform.io/acme/thing', undefined],
  ['provider.aws', AWS, undefined],
  ['provider.aws.west', AWS, 'west'],
  ['provider. null', 'registry.terraform.io/hashicorp/null', undefined],
  ['provider.terraform', 'terraform.io/builtin/terraform', undefined],
  ['module.x.provider.google-beta.eu', 'registry.terraform.io/hashicorp/google-beta', 'eu'],
])('parses %s', (text, source, alias) => {
  expect(parseProviderAddress(text)).toEqual({ source, text, ...(alias === undefined ? {} : { alias }) });
});

test.each(['', 'aws', 'provider', 'provider[aws]', 'provider[""]', 'resource.x', 'provider["a"].b.c'])(
  'rejects %j',
  (text) => {
    expect(parseProviderAddress(text)).toBeUndefined();
  },
);

test.each([
  [`provider["${AWS}"]`, ''],
  [`provider["${AWS}"].west`, 'west'],
  [`module.x["a.b"].provider["${AWS}"].west`, 'module.x["a.b"].west'],
  [`module.provider.provider["${AWS}"]`, 'module.provider'],
  [`provider["${AWS}"].by_region["eu-west-1"]`, 'by_region["eu-west-1"]'],
  ['provider.aws.west', 'west'],
  ['module.x.provider. aws', 'module.x'],
])('identifies the configuration %s as %j', (text, name) => {
  expect(configurationIn({ text })).toBe(name);
});
