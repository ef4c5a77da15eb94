import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READ_CONFIGURATION } from '../../account/reading-actions.ts';
import { readDecisions, type Decision } from './decisions.ts';
import { readTable } from './table.ts';

const asset = (name: string) => readFileSync(new URL(`../../../../../assets/aws/${name}`, import.meta.url), 'utf8');
const text = asset('actions.txt');
const services = new Set([...readTable(text).bySigningName.values()].flat());
/** S3 and S3 Control share names of operations: an action may stand for two. */
const reads = [...services].flatMap((service) =>
  [...service.operations().values()]
    .filter(({ kind }) => kind === 'read')
    .map(({ name, permissions }) => ({ name, action: `${service.prefix}:${name}`, permissions })),
);
const reading = new Set(reads.map(({ action }) => action));
const decisions = readDecisions(asset('decisions.txt'));
const decided = (as: Decision) =>
  new Set([...decisions].filter(([, one]) => one.decision === as).map(([name]) => name));

/** Words in names of reads that suggest credentials, links, files, or contents. */
const SPEAKS =
  /Credential|Token|Password|Secret|DataAccess|Pre[sS]igned|AuthData|GetObject|Payload|Login|Session|Url$|PrivateKey|Decrypt|Export|Content|LogEvents?|Messages?$|Profiles?$|Records?$|Results?$|Events?$|Values?$|Code$|File$|Document$|Download|Sample|Preview|Snippet|Transcript|Body|Items?$|Rows?$|Blob|Artifact/;

/** Contents of reads' answers besides descriptions, which scripts/aws-actions takes from AWS's models. */
const answers = new Map(
  asset('answers.txt')
    .trimEnd()
    .split('\n')
    .map((line) => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? ''] as const),
);

test('decides every read whose name or answer speaks of credentials or contents', () => {
  const hits = reads.filter(({ name, action }) => SPEAKS.test(name) || answers.has(action));
  expect(hits.length).toBeGreaterThan(1_000);
  const undecided = hits.filter(({ action }) => !decisions.has(action)).map(({ action }) => action);
  expect(undecided.map((action) => `${action} ${answers.get(action) ?? ''}`)).toEqual([]);
});

test('decides nothing that is not a read of the list', () => {
  expect([...decisions.keys()].filter((action) => !reading.has(action))).toEqual([]);
  expect([...answers.keys()].filter((action) => !reading.has(action))).toEqual([]);
});

test.each([
  ['s3:GetDataAccess', 'refuse'],
  ['profile:BatchGetProfile', 'refuse'],
  ['profile:SearchProfiles', 'refuse'],
  ['sts:GetAccessKeyInfo', 'refuse'],
  ['datazone:GetConnection', 'refuse'],
  ['states:GetExecutionHistory', 'refuse'],
  ['lambda:GetDurableExecutionHistory', 'refuse'],
  ['secretsmanager:GetSecretValue', 'secret'],
  ['wafv2:ListAPIKeys', 'secret'],
  ['lambda:GetFunction', 'pass'],
])('decides %s: %s', (action, decision) => {
  expect(decisions.get(action)?.decision).toBe(decision);
});

test('lets no read pass whose name says that it hands out credentials or contents', () => {
  const speaks =
    /(Credentials?|(Authorization|Federation|Session|Access|Auth)Token|Password(Data)?|SecretValue|(Presigned|Signed|Embed|Stream|Log|Upload)Url|DataAccess|Thumbnails?|CommandInvocations?|PropertyValues?(History)?|DevicePositions?(History)?|Readme|ReadSet|LogEvents|QueryResults|ShardIterator)$/;
  const passing = [...reading].filter((action) => speaks.test(action) && !decided('refuse').has(action));
  expect(passing.filter((action) => !decided('secret').has(action)).toSorted()).toEqual([
    // Lists of names, and of the directories that may be asked for data.
    'chime:ListVoiceConnectorTerminationCredentials',
    'codebuild:ListSourceCredentials',
    'ds:DescribeDirectoryDataAccess',
    'iam:ListServiceSpecificCredentials',
  ]);
});

test('lets what the policy allows that Plumbline asks customers to give pass', () => {
  const never = decided('refuse');
  const passing = new Set(reads.filter(({ action }) => !never.has(action)).flatMap(({ permissions }) => permissions));
  const pattern = (action: string) => new RegExp(`^${action.replaceAll('*', '.*')}$`);
  const refused = READ_CONFIGURATION.filter((action) => ![...passing].some((name) => pattern(action).test(name)));
  // Plumbline itself makes this call, not a provider.
  expect(refused.filter((action) => action !== 'iam:SimulatePrincipalPolicy')).toEqual([]);
});

test('refuses a line that it does not understand, and a second decision', () => {
  expect(() => readDecisions('pass: settings\n  s3:GetA\nrefuse: contents\n  s3:GetA')).toThrow('a second time');
  for (const wrong of ['  s3:GetA', 'pass: settings\n s3:GetA', 'perhaps: who knows'])
    expect(() => readDecisions(wrong)).toThrow('not understood');
});

test('reads the list in little time', () => {
  expect(text.length).toBeLessThan(1_000_000);
  expect(services.size).toBeGreaterThan(300);
});
