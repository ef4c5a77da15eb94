import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { JsonObject } from '../src/base/json.ts';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { runAnalysis } from '../src/services/analyses/run.ts';
import type { Incident } from '../src/services/memory/incident.ts';
import { asDatabaseUser } from '../src/store/scope.ts';
import type { TestDatabase } from './database.ts';
import { fakeState, fakeWorldOn } from './fake-world.ts';
import { writeControl, type FakeControl } from './plugin/fake/control.ts';

export type IncidentWorld = Awaited<ReturnType<typeof fakeWorldOn>>;

/** The things of a state for `write`: one with a size and a tag, which a test lets drift. */
export const WEB = { web: { size: 1, tags: { team: 'a' } } };

/** The incidents of an analysis's findings. */
export const incidentIds = ({ findings }: Analysis) => findings.map(({ incident_id: id }) => id);

/**
 * Sets up a suite about incidents: a new world before the first test, without states, drift, rules and incidents before
 * each. Returns what its tests do there.
 */
export function withIncidents(open: TestDatabase['open'], take: (world: IncidentWorld) => void) {
  let world: IncidentWorld;
  beforeAll(async () => {
    world = await fakeWorldOn(open);
    take(world);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.states.clear();
    world.hooks.asksForEtag = undefined;
    await sql`truncate incidents, findings cascade`.execute(asDatabaseUser(world.store.db));
    await cloud({});
    await world.ask('PUT', `/orgs/${world.org.id}/ignore-rules`, { rules: [] });
  });

  /** Sets what the cloud has, and how the things are read there. */
  const cloud = (live: NonNullable<FakeControl['live']>, read: FakeControl['read'] = {}) =>
    writeControl(world.rig.control, { live, read });
  const write = (key: string, serial: number, things: Readonly<Record<string, JsonObject>>, lineage = 'lineage') =>
    world.states.set(key, { ...fakeState(things), serial, lineage });
  async function start(org: { id: string } = world.org, body: object = {}): Promise<string> {
    return (await world.ask<Analysis>('POST', `/orgs/${org.id}/analyses`, body)).body.id;
  }
  /** Runs an analysis to its end. */
  async function analyse(org: { id: string } = world.org, body: object = {}): Promise<Analysis> {
    const id = await start(org, body);
    const job = { analysis_id: id, org_id: org.id };
    await runAnalysis(world.deps, job, { signal: new AbortController().signal, last: true });
    return world.show(id);
  }
  const incidents = async (query = '', org: { id: string } = world.org) =>
    (await world.ask<Incident[]>('GET', `/orgs/${org.id}/incidents?limit=100${query}`)).body;
  /** The only incident. */
  async function incident(): Promise<Incident> {
    const found = await incidents();
    expect(found).toHaveLength(1);
    return found[0]!;
  }
  return { cloud, write, start, analyse, incidents, incident };
}
