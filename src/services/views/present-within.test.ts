import { expect, test } from 'vitest';
import type { Finding } from '../../engine/model/analysis.ts';
import { presentSeen } from './present-within.ts';

test('names nothing of a hidden state in its side effects', () => {
  const cause = { resource: 'aws_db_instance.secret_project', state_key: 'other' };
  const attribute = { path: 'x', before: 1, after: 2, sensitive: false, requires_replace: false, caused_by: cause };
  const document = {
    resource: 'aws_vpc.x',
    state_key: 'mine',
    message: `Side effect of ${cause.resource}: the x was changed.`,
    severity_reason: `side effect of ${cause.resource}`,
    attributes: [attribute],
    informational: [attribute],
    caused_by: cause,
  } as unknown as Finding;
  const row = { document, incident_id: null };
  expect(JSON.stringify(presentSeen(() => true)(row))).toContain('secret_project');
  expect(JSON.stringify(presentSeen((key) => key === 'mine')(row))).not.toContain('secret_project');
});
