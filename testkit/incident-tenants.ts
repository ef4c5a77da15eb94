import { expect } from 'vitest';
import type { ExportedIncident } from '../src/services/memory/export.ts';
import type { ImportReport } from '../src/services/memory/import.ts';
import type { Store } from '../src/store/database.ts';
import type { TestApi } from './api.ts';
import { saveRepository } from './repositories.ts';
import { scoped } from '../src/store/scope.ts';

/** An organization with an admin key. */
export type Tenant = { id: string; key: string; login: string };

/**
 * Creates organizations, and exports, imports and recalls their incidents over the API. `world` is called each time.
 */
export function incidentTenants(world: () => { store: Store; api: TestApi }) {
  let tenants = 0;

  async function tenant(...repositories: string[]): Promise<Tenant> {
    const login = `tenant${(tenants += 1)}`;
    const made = await world().api.organization(login, 'admin');
    for (const [at, full_name] of repositories.entries())
      await saveRepository(
        scoped(world().store.db, { org_id: made.id }),
        { codehost: 'github', external_id: at + 1 },
        { full_name, private: true },
      );
    return { ...made, login };
  }

  async function exported({ id, key }: Tenant): Promise<ExportedIncident[]> {
    const answer = await world().api.call('GET', `/orgs/${id}/incidents/export`, { key });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    return answer.body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ExportedIncident]));
  }
  async function send({ id, key }: Tenant, payload: string | Buffer, type = 'application/x-ndjson') {
    return world().api.call('POST', `/orgs/${id}/incidents/import`, {
      key,
      payload,
      headers: { 'content-type': type },
    });
  }
  async function bring(to: Tenant, lines: readonly object[]): Promise<ImportReport> {
    const answer = await send(to, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"written"')]);
    return answer.json<ImportReport>();
  }
  async function recalled({ key }: Tenant, project: string, intent: string) {
    const answer = await world().api.call('POST', '/memory/recall', { key, body: { project, intent, top_k: 50 } });
    return answer.json<{ matches: { id: string; similarity: number }[] }>().matches;
  }

  return { tenant, exported, send, bring, recalled };
}
