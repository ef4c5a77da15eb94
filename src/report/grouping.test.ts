import { expect, test } from 'vitest';
import type { AttributeDrift, Finding } from '../drift/analysis.ts';
import { grouped } from './grouping.ts';
import { consequenceText, informationText } from './overview.ts';

const cause = (resource: string) => ({ resource, state_key: 's' });
const attribute = (path: string, by?: string): AttributeDrift => ({
  path,
  before: 1,
  after: 2,
  sensitive: false,
  requires_replace: false,
  action: 'changed',
  ...(by !== undefined && { caused_by: cause(by) }),
});
const finding = (resource: string, more: Partial<Finding> = {}): Finding => ({
  resource,
  type: resource.split('.')[0] ?? '',
  provider: 'registry.terraform.io/hashicorp/aws',
  kind: 'changed',
  severity: 'medium',
  state_key: 's',
  message: '',
  attributes: [],
  first_seen_at: '2026-01-01T00:00:00.000Z',
  fingerprint: '',
  incident_id: null,
  ...more,
});

const [versioning, lock] = ['aws_s3_bucket_versioning.lock', 'aws_s3_bucket_object_lock_configuration.lock'];

test('side effects stand under what they follow from, each under its own cause', () => {
  const bucket = finding('aws_s3_bucket.lock', {
    caused_by: cause(lock),
    attributes: [attribute('object_lock_configuration', lock), attribute('versioning[0].enabled', versioning)],
  });
  const [state] = grouped({ states: [], findings: [finding(versioning), finding(lock), bucket] });
  const beneath = state?.modules.flatMap(({ findings }) =>
    findings.map(({ finding: { resource }, consequences }) => [resource, consequences.map(consequenceText)]),
  );
  expect(beneath).toEqual([
    [lock, ['aws_s3_bucket.lock (object_lock_configuration)']],
    [versioning, ['aws_s3_bucket.lock (versioning)']],
  ]);
});

test('what also changed names its cause', () => {
  const role = finding('aws_iam_role.app', {
    informational: [attribute('unique_id'), attribute('inline_policy', 'aws_iam_role_policy.inline')],
  });
  expect(informationText(role)).toBe(
    'Also changed (not drift): unique_id; inline_policy (side effect of aws_iam_role_policy.inline).',
  );
});

test('what follows from several that are not told stands there once', () => {
  const bucket = finding('aws_s3_bucket.lock', {
    caused_by: cause(lock),
    attributes: [attribute('object_lock_configuration', lock), attribute('versioning[0].enabled', versioning)],
  });
  const [state] = grouped({ states: [], findings: [bucket] });
  expect(
    state?.modules.flatMap(({ findings }) => findings.map(({ finding: { attributes } }) => attributes.length)),
  ).toEqual([2]);
});
