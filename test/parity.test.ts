import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/drift/analysis.ts';
import { openCloud } from '../testkit/estate/cloud.ts';
import { changes } from '../testkit/estate/drift.ts';
import { refreshOnlyPlan, stateValues, type OracleDrift } from '../testkit/estate/oracle.ts';
import { plumblineScan } from '../testkit/estate/scan.ts';
import { applyEstate, settle } from '../testkit/estate/terraform.ts';
import { startMoto, type Moto } from '../testkit/moto.ts';
import { missing } from '../testkit/needs.ts';
import { DIFFERENCES } from './parity-differences.ts';

type Scan = { code: number | null; analysis: Analysis };
/** `address attribute` for each attribute that differs, `address (deleted)` for what is gone. */
type Drift = Set<string>;

const GONE = '(deleted)';

function lines(address: string, drift: OracleDrift): string[] {
  return drift.kind === 'deleted' ? [`${address} ${GONE}`] : drift.attributes.map((name) => `${address} ${name}`);
}

function driftOf({ findings }: Analysis): Drift {
  return new Set(
    findings.flatMap(({ resource, kind, attributes }) => {
      const names = attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path);
      return lines(resource, kind === 'deleted' ? { kind } : { kind, attributes: names });
    }),
  );
}

describe.skipIf(await missing('moto', 'aws-provider', 'terraform'))('parity with terraform plan -refresh-only', () => {
  let dir: string;
  let moto: Moto;
  let types: Set<string>;
  let addresses: string[];
  let [fresh, settled, changed] = [] as unknown as [Scan, Scan, Scan];
  let oracle: Drift;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'plumbline-parity-'));
    moto = await startMoto();
    const workspace = await applyEstate({ motoUrl: moto.url, dir });
    fresh = await plumblineScan(workspace);
    await settle(workspace);
    settled = await plumblineScan(workspace);
    const values = await stateValues(workspace);
    addresses = [...values.keys()].sort();
    types = new Set(settled.analysis.coverage.filter((one) => one.verdict !== 'skipped').map((one) => one.type));
    const cloud = openCloud(moto.url, values);
    for (const change of changes) await change.run(cloud);
    changed = await plumblineScan(workspace);
    oracle = new Set([...(await refreshOnlyPlan(workspace))].flatMap(([address, drift]) => lines(address, drift)));
  }, 300_000);

  afterAll(async () => {
    await moto?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  test('the estate and what happens to it are wide enough to mean something', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(60);
    expect(types.size).toBeGreaterThanOrEqual(40);
    expect(changes.length).toBeGreaterThanOrEqual(20);
    expect(settled.analysis.findings.length + changed.analysis.findings.length).toBeGreaterThan(20);
  });

  test('every managed instance gets a verdict, under the address that terraform gives it', () => {
    for (const { analysis } of [fresh, settled, changed]) {
      const looked = analysis.coverage.filter((one) => one.verdict !== 'skipped');
      expect(looked.map((one) => one.resource).sort()).toEqual(addresses);
      expect(analysis.coverage.filter((one) => /unreadable|unsupported|suspect/.test(one.verdict))).toEqual([]);
    }
  });

  test('nothing drifts on a settled estate', () => {
    expect(settled).toMatchObject({ code: 0, analysis: { status: 'completed', findings: [] } });
  });

  // terraform itself lists some fifty instances here: empty values that were null, mirrors of children that came later.
  test('nothing drifts right after an apply', () => {
    expect(fresh).toMatchObject({ code: 0, analysis: { status: 'completed', findings: [] } });
  });

  test.each(changes)('shows: $what', ({ shows }) => {
    const expected = Object.entries(shows).flatMap(([address, what]) =>
      lines(address, what === 'deleted' ? { kind: 'deleted' } : { kind: 'changed', attributes: [...what] }),
    );
    const seen = driftOf(changed.analysis);
    expect(expected.filter((line) => !oracle.has(line))).toEqual([]);
    expect(expected.filter((line) => !seen.has(line))).toEqual([]);
  });

  test('the same addresses and attributes drift, apart from the differences that are listed', () => {
    const seen = driftOf(changed.analysis);
    const listed = DIFFERENCES.flatMap(({ address, attributes }) => lines(address, { kind: 'changed', attributes }));
    expect([...oracle].filter((line) => !seen.has(line)).sort()).toEqual(listed.sort());
    expect([...seen].filter((line) => !oracle.has(line))).toEqual([]);
    expect(changed.code).toBe(2);
  });

  test('no sensitive value gets out', () => {
    for (const { analysis } of [fresh, settled, changed]) expect(JSON.stringify(analysis)).not.toContain('canary');
    const masked = changed.analysis.findings.flatMap((one) => one.attributes).filter((one) => one.sensitive);
    expect(masked.length).toBeGreaterThanOrEqual(2);
    for (const one of masked) {
      expect([one.before, one.after]).toEqual(['(sensitive)', '(sensitive)']);
      expect(one.before_fingerprint).not.toBe(one.after_fingerprint);
    }
  });
});
