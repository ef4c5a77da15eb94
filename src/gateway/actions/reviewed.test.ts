import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READ_CONFIGURATION } from '../../integrations/aws/reading-actions.ts';
import { NEVER, SECRET } from './reviewed.ts';
import { readTable } from './table.ts';

const text = readFileSync(new URL('../../../assets/aws/actions.txt', import.meta.url), 'utf8');
const services = new Set([...readTable(text).bySigningName.values()].flat());
/** S3 and its control have operations of the same name: an action may stand for two. */
const reads = [...services].flatMap((service) =>
  [...service.operations().values()]
    .filter(({ kind }) => kind === 'read')
    .map(({ name, permissions }) => ({ action: `${service.prefix}:${name}`, permissions })),
);
const reading = new Set(reads.map(({ action }) => action));
const reviewed = new Set([...NEVER.keys(), ...SECRET.keys()]);

test('what was reviewed is in the list as a read: nothing in the review is stale or spelled wrongly', () => {
  expect([...reviewed].filter((action) => !reading.has(action))).toEqual([]);
  expect([...NEVER.keys()].filter((action) => SECRET.has(action))).toEqual([]);
});

test('reads whose names speak of credentials were looked at', () => {
  const speaks =
    /(Credentials?|(Authorization|Federation|Session|Access|Auth)Token|Password(Data)?|SecretValue|(Presigned|Signed|Embed)Url|Secrets)$/;
  expect([...reading].filter((action) => speaks.test(action) && !reviewed.has(action)).toSorted()).toEqual([
    'chime:ListVoiceConnectorTerminationCredentials',
    'codebuild:ListSourceCredentials',
    'cognito-idp:ListWebAuthnCredentials',
    'iam:ListServiceSpecificCredentials',
    'kafka:ListScramSecrets',
    'secretsmanager:ListSecrets',
  ]);
});

test('reads whose names speak of contents were looked at', () => {
  const speaks =
    /(Url|Thumbnails?|CommandInvocations?|PropertyValues?(History)?|PropertyAggregates|DevicePositions?(History)?|VersionArtifact|VersionAsset|AssetContent|AssetFile|Readme|ReadSet|:GetReference)$/;
  expect([...reading].filter((action) => speaks.test(action) && !reviewed.has(action)).toSorted()).toEqual([
    // Lists of prices that are everybody's, and the address of a queue.
    'pricing:GetPriceListFileUrl',
    'sqs:GetQueueUrl',
  ]);
});

test('what the policy allows that Plumbline asks customers to give passes', () => {
  const passing = new Set(reads.filter(({ action }) => !NEVER.has(action)).flatMap(({ permissions }) => permissions));
  const pattern = (action: string) => new RegExp(`^${action.replaceAll('*', '.*')}$`);
  const refused = READ_CONFIGURATION.filter((action) => ![...passing].some((name) => pattern(action).test(name)));
  // Plumbline asks that itself, not by a provider.
  expect(refused.filter((action) => action !== 'iam:SimulatePrincipalPolicy')).toEqual([]);
});

test('the list is small enough to be read at a start', () => {
  expect(text.length).toBeLessThan(1_000_000);
  expect(services.size).toBeGreaterThan(300);
});
