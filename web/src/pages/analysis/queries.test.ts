import { expect, test } from 'vitest';
import { nested, type Finding } from './queries.ts';

const finding = (resource: string, cause?: string) =>
  ({ resource, state_key: 'app', ...(cause && { caused_by: { resource: cause, state_key: 'app' } }) }) as Finding;

test('puts side effects beneath their cause, and those whose cause is not shown by themselves', () => {
  const pages = [
    { rows: [finding('role'), finding('vpc')], next: '2' },
    { rows: [finding('policy', 'role'), finding('orphan', 'elsewhere'), finding('profile', 'role')], next: undefined },
  ];
  const names = nested({ pages, pageParams: [] }).pages.map(({ rows }) =>
    rows.map(({ finding: { resource }, sideEffects }) => [resource, ...sideEffects.map((one) => one.resource)]),
  );
  expect(names).toEqual([[['role', 'policy', 'profile'], ['vpc']], [['orphan']]]);
});
