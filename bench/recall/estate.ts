import { randomBytes } from 'node:crypto';
import { newId } from '../../src/base/ids.ts';
import type { Embedder } from '../../src/services/memory/models/embedder.ts';
import { writeVectors } from '../../src/services/memory/models/vectors.ts';
import type { Store } from '../../src/store/database.ts';
import { insertOrganization } from '../../src/store/queries/organizations.ts';
import { scoped } from '../../src/store/scope.ts';
import { saveRepository } from '../../testkit/repositories.ts';

const TYPES = [
  'security_group',
  's3_bucket',
  'db_instance',
  'iam_role',
  'lambda_function',
  'sqs_queue',
  'kms_key',
  'eks_cluster',
];
const NAMES = ['web', 'api', 'orders', 'billing', 'search', 'logs', 'events', 'batch', 'auth', 'media'];
const WHAT = [
  'was opened to the internet',
  'lost its encryption',
  'was deleted',
  'got a wildcard policy',
  'was resized',
  'stopped logging',
];
const WHERE = [
  'by hand in the console',
  'during an outage',
  'by a script',
  'before the release',
  'to save cost',
  'for a partner',
];

const OTHERS = 10_000;
const BATCH = 100;

type Owner = { org_id: string; repo_id: string };

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

function incidentAt(i: number): { resource: string; summary: string; date: string } {
  const name = pick(NAMES, i);
  const day = new Date(Date.UTC(2024, 0, 1) + (i % 700) * 86_400_000).toISOString().slice(0, 10);
  const [type, what, where] = [pick(TYPES, i * 7 + 3), pick(WHAT, i * 5 + 1), pick(WHERE, i * 3 + 2)];
  return {
    resource: `module.${name}.aws_${type}.${name}_${i}`,
    summary: `The ${type.replaceAll('_', ' ')} ${name} number ${i} ${what} ${where} in account ${100_000 + i}`,
    date: day,
  };
}

/** The i-th question as a person would ask it; all are different. */
export function intentAt(i: number): string {
  return `change the ${pick(NAMES, i * 3)} ${pick(TYPES, i).replaceAll('_', ' ')} so that it ${pick(WHAT, i * 11)}`;
}

async function organization(store: Store, login: string): Promise<Owner> {
  const { id } = await insertOrganization(store.db, { id: newId('org'), login, fingerprint_key: randomBytes(32) });
  const facts = { full_name: `${login}/infrastructure`, private: true };
  const { id: repo } = await saveRepository(
    scoped(store.db, { org_id: id }),
    { codehost: 'github', external_id: 1 },
    facts,
  );
  return { org_id: id, repo_id: repo };
}

async function write(store: Store, embedder: Embedder, owner: Owner, numbers: number[]): Promise<void> {
  const rows = numbers.map((i) => {
    const row = { ...incidentAt(i), repo_id: owner.repo_id, id: `case-${i}`, type: null, details: null };
    return { ...row, status: 'resolved', source: 'manual' } as const;
  });
  await store.db.transaction().execute(async (trx) => {
    const tenant = scoped(trx, owner);
    await tenant.insert('incidents', rows).execute();
    await writeVectors(tenant, embedder, rows);
  });
}

/**
 * Stores `count` incidents in the project `measured/infrastructure` and 10,000 in the projects of ten other
 * organizations, in turns, as in real use.
 */
export async function fillMemory(store: Store, embedder: Embedder, count: number): Promise<Owner> {
  const measured = await organization(store, 'measured');
  const others: Owner[] = [];
  for (let i = 0; i < 10; i += 1) others.push(await organization(store, `other-${i}`));
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, i) => from + i);
    await write(store, embedder, measured, numbers);
    if (from < OTHERS) await write(store, embedder, pick(others, from / BATCH), numbers);
  }
  return measured;
}
