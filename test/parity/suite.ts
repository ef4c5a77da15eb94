import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../src/drift/analysis.ts';
import type { Difference, Estate } from '../../testkit/estate/estate.ts';
import { startFront, type Front } from '../../testkit/estate/front.ts';
import type { OracleDrift } from '../../testkit/estate/oracle.ts';
import { runEstate, type EstateRun } from '../../testkit/estate/run.ts';
import { startMoto, type Moto } from '../../testkit/moto.ts';
import { missing } from '../../testkit/needs.ts';

/** `address attribute` for each attribute that differs, `address (deleted)` for what is gone. */
type Lines = Set<string>;

const GONE = '(deleted)';

function lines(address: string, drift: OracleDrift): string[] {
  return drift.kind === 'deleted' ? [`${address} ${GONE}`] : drift.attributes.map((name) => `${address} ${name}`);
}

const linesOf = (shows: Record<string, readonly string[] | 'deleted'>): string[] =>
  Object.entries(shows).flatMap(([address, what]) =>
    lines(address, what === 'deleted' ? { kind: 'deleted' } : { kind: 'changed', attributes: [...what] }),
  );

const linesListed = (differences: readonly Difference[]): string[] =>
  differences.flatMap(({ address, attributes }) => lines(address, { kind: 'changed', attributes }));

function driftOf({ findings }: Analysis): Lines {
  return new Set(
    findings.flatMap(({ resource, kind, attributes }) => {
      const names = attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path);
      return lines(resource, kind === 'deleted' ? { kind } : { kind, attributes: names });
    }),
  );
}

const without = (all: Iterable<string>, known: { has(line: string): boolean }): string[] =>
  [...all].filter((line) => !known.has(line)).sort();

/** What has to hold for every estate: found is what was changed, at its place, and nothing else. */
export async function describeParity(estate: Estate): Promise<void> {
  const skip = await missing('moto', 'aws-provider', 'terraform');
  describe.skipIf(skip)(`the ${estate.name} estate`, () => {
    let dir: string;
    let moto: Moto;
    let front: Front;
    let run: EstateRun;
    let oracle: Lines;

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'plumbline-parity-'));
      moto = await startMoto();
      front = await startFront(moto.url);
      run = await runEstate(estate, front.url, dir);
      oracle = new Set([...run.oracle].flatMap(([address, drift]) => lines(address, drift)));
    }, 400_000);

    afterAll(async () => {
      await front?.close();
      await moto?.stop();
      await rm(dir, { recursive: true, force: true });
    });

    test('and what happens to it are wide enough to mean something', () => {
      const types = new Set(
        run.settled.analysis.coverage.filter((one) => one.verdict !== 'skipped').map(({ type }) => type),
      );
      expect(run.addresses.length).toBeGreaterThanOrEqual(60);
      expect(types.size).toBeGreaterThanOrEqual(40);
      expect(estate.changes.length).toBeGreaterThanOrEqual(25);
    });

    test('every managed instance gets a verdict, under the address that terraform gives it', () => {
      for (const { analysis } of [run.fresh, run.settled, run.neutral, run.changed, run.late]) {
        const looked = analysis.coverage.filter((one) => one.verdict !== 'skipped');
        expect(looked.map((one) => one.resource).sort()).toEqual(run.addresses);
        expect(looked.filter((one) => /unreadable|unsupported|suspect/.test(one.verdict))).toEqual([]);
        expect(analysis.status).toBe('completed');
      }
    });

    // terraform itself lists some fifty instances here: empty values that were null, mirrors of children that came later.
    test('nothing drifts right after an apply', () => {
      expect([...driftOf(run.fresh.analysis)]).toEqual([]);
      expect(run.fresh.code).toBe(0);
    });

    test('nothing drifts once terraform has refreshed its state', () => {
      expect([...driftOf(run.settled.analysis)]).toEqual([]);
      expect(run.settled.code).toBe(0);
    });

    test('nothing drifts after changes that change nothing', () => {
      expect([...driftOf(run.neutral.analysis)]).toEqual([]);
      expect(run.neutral.code).toBe(0);
    });

    test.each(estate.changes)('shows: $what', ({ shows }) => {
      const expected = linesOf(shows);
      expect(without(expected, oracle)).toEqual([]);
      expect(without(expected, driftOf(run.changed.analysis))).toEqual([]);
    });

    test('the same drifts as terraform tells, apart from the differences that are listed', () => {
      const seen = driftOf(run.changed.analysis);
      const listed = [
        ...linesListed(estate.differences),
        ...estate.neutral.flatMap(({ terraform = {} }) => linesOf(terraform)),
      ];
      expect(without(oracle, seen)).toEqual(listed.sort());
      expect(without(seen, oracle)).toEqual([]);
      expect(run.changed.code).toBe(2);
    });

    test('nothing drifts but what was changed', () => {
      const shown = new Set(estate.changes.flatMap(({ shows }) => Object.keys(shows)));
      expect(run.changed.analysis.findings.map(({ resource }) => resource).filter((one) => !shown.has(one))).toEqual(
        [],
      );
    });

    test('the same drifts are seen against the state as the apply left it, but for what cannot be', () => {
      const [late, changed] = [driftOf(run.late.analysis), driftOf(run.changed.analysis)];
      expect(without(changed, late)).toEqual(linesListed(estate.unseenAfterApply).sort());
      expect(without(late, changed)).toEqual([]);
    });

    test('no sensitive value gets out', () => {
      for (const { analysis } of [run.fresh, run.settled, run.neutral, run.changed, run.late])
        expect(JSON.stringify(analysis)).not.toContain('canary');
      const { findings } = run.changed.analysis;
      const masked = findings.filter(({ attributes }) => attributes.some((one) => one.sensitive));
      const secrets = estate.changes.filter(({ secret }) => secret).flatMap(({ shows }) => Object.keys(shows));
      expect(secrets.filter((address) => !masked.some(({ resource }) => resource === address))).toEqual([]);
      for (const one of masked.flatMap(({ attributes }) => attributes.filter(({ sensitive }) => sensitive))) {
        expect([one.before, one.after]).toEqual(['(sensitive)', '(sensitive)']);
        expect(one.before_fingerprint).not.toBe(one.after_fingerprint);
      }
    });
  });
}
