import { expect, test } from 'vitest';
import { parseProviderAddress } from './provider-address.ts';

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
])('%s', (text, source, alias) => {
  expect(parseProviderAddress(text)).toEqual({ source, text, ...(alias === undefined ? {} : { alias }) });
});

test.each(['', 'aws', 'provider', 'provider[aws]', 'provider[""]', 'resource.x', 'provider["a"].b.c'])(
  '%j is no provider address',
  (text) => {
    expect(parseProviderAddress(text)).toBeUndefined();
  },
);
