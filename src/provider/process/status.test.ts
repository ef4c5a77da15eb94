import { expect, test } from 'vitest';
import { createProviderStatuses } from './status.ts';

test('lists what runs of each provider, what it uses, and what was lost', () => {
  const statuses = createProviderStatuses(() => new Date('2026-01-31T09:30:00Z'));
  expect(statuses.list()).toEqual([]);
  const aws = { source: 'registry.terraform.io/hashicorp/aws', version: '6.0.0', ms: 1 };
  const tls = { source: 'registry.terraform.io/hashicorp/tls', version: '4.0.0', ms: 1 };
  statuses.onEvent({ kind: 'launched', pid: 1, ...aws });
  statuses.onEvent({ kind: 'launched', pid: 2, ...aws });
  statuses.onEvent({ kind: 'configured', pid: 2, ...aws });
  statuses.onEvent({ kind: 'launched', pid: 3, ...tls });
  statuses.providerMemory(1, 10);
  statuses.providerMemory(2, 20);
  statuses.providerMemory(9, 1000);
  expect(statuses.list()).toMatchObject([
    { version: '4.0.0', processes: 1, memory_bytes: 0 },
    { version: '6.0.0', processes: 2, memory_bytes: 30, launches: 2, lost: 0, last_lost: null },
  ]);
  statuses.onEvent({ kind: 'ended', pid: 1, cause: 'memory', ...aws });
  statuses.onEvent({ kind: 'ended', pid: 2, cause: 'stopped', ...aws });
  statuses.onEvent({ kind: 'ended', pid: 2, cause: 'crashed', ...aws });
  expect(statuses.list()[1]).toMatchObject({
    processes: 0,
    memory_bytes: 0,
    launches: 2,
    lost: 1,
    last_lost: 'memory',
  });
});
