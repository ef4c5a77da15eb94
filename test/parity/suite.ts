import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAwsProvider, findNewAwsProvider, UNSERVED_BY_MOTO } from '../../testkit/estate/aws-provider.ts';
import type { Estate } from '../../testkit/estate/estate.ts';
import { driftOf, lines, linesListed, linesOf, reportedLines, type Lines } from '../../testkit/estate/lines.ts';
import { onNewProvider } from '../../testkit/estate/on-new-provider.ts';
import { runEstate, type EstateRun } from '../../testkit/estate/run.ts';
import { missing } from '../../testkit/needs.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { classesPath, classesText, goldenPath, goldenText, known } from './golden.ts';

const without = (all: Iterable<string>, known: { has(line: string): boolean }): string[] =>
  [...all].filter((line) => !known.has(line)).sort();

/** moto answers the contents of a configuration in plain text, and the provider expects base64. */
const UNPROVEN_ON_MOTO: ReadonlySet<string> = new Set(['aws_mq_configuration']);
/** moto does not list the URLs of a function. */
const UNLISTED_BY_MOTO: ReadonlySet<string> = new Set(['aws_lambda_function_url']);

/** Tests for every estate, with both providers: changes are reported at the right attributes, and nothing else. */
export async function describeParity(whole: Estate, on: '5.100' | '6.x' = '5.100'): Promise<void> {
  const isNew = on === '6.x';
  const estate = isNew ? onNewProvider(whole) : whole;
  const skip = await missing('moto', isNew ? 'new-aws-provider' : 'aws-provider', 'terraform');
  const withoutOther = await missing(isNew ? 'aws-provider' : 'new-aws-provider');
  describe.skipIf(skip)(`the ${estate.name} estate on ${on}`, () => {
    let run: EstateRun;
    let oracle: Lines;

    beforeAll(async () => {
      await using found = await temporaryDirectory();
      const [own, recent] = [join(found.path, 'own'), join(found.path, 'recent')];
      run = await runEstate(estate, {
        provider: isNew ? await findNewAwsProvider(recent) : undefined,
        inventory: !isNew,
        other: withoutOther ? undefined : await (isNew ? findAwsProvider(own) : findNewAwsProvider(recent)),
      });
      oracle = new Set([...run.oracle].flatMap(([address, drift]) => lines(address, drift)));
    });

    test('covers enough types and changes', () => {
      const types = new Set(
        run.settled.analysis.coverage.filter((one) => one.verdict !== 'skipped').map(({ type }) => type),
      );
      expect(run.addresses.length).toBeGreaterThanOrEqual(60);
      expect(types.size).toBeGreaterThanOrEqual(40);
      expect(estate.changes.length).toBeGreaterThanOrEqual(25);
    });

    test('gives every managed instance a verdict, under the address of terraform', () => {
      for (const { analysis } of [run.fresh, run.settled, run.neutral, run.changed, run.late]) {
        const looked = analysis.coverage.filter((one) => one.verdict !== 'skipped');
        expect(looked.map((one) => one.resource).sort()).toEqual(run.addresses);
        expect(looked.filter((one) => /unreadable|unsupported|suspect/.test(one.verdict))).toEqual([]);
        expect(analysis.status).toBe('completed');
      }
    });

    // terraform lists about fifty instances here: null values that became empty, and attributes that repeat later
    // children.
    test('finds no drift right after an apply', () => {
      expect(run.fresh.analysis.findings).toEqual([]);
      expect(run.fresh.code).toBe(0);
    });

    test('finds no drift after terraform has refreshed its state', () => {
      expect(run.settled.analysis.findings).toEqual([]);
      expect(run.settled.code).toBe(0);
    });

    test('finds no drift after changes without effect', () => {
      expect(run.neutral.analysis.findings).toEqual([]);
      expect(run.neutral.code).toBe(0);
    });

    test.each(estate.changes)('reports: $what', ({ shows }) => {
      const expected = linesOf(shows);
      expect(without(expected, oracle)).toEqual([]);
      expect(without(expected, driftOf(run.changed.analysis))).toEqual([]);
    });

    test('reports the drift of terraform’s list and nothing else, apart from listed differences', () => {
      const reported = reportedLines(run.changed.analysis);
      const listed = [
        ...linesListed(estate.differences, isNew),
        ...estate.neutral.flatMap(({ terraform = {} }) => linesOf(terraform)),
      ];
      expect(without(oracle, reported)).toEqual(listed.sort());
      expect(without(reported, oracle)).toEqual([]);
      expect(run.changed.code).toBe(2);
    });

    test('reports drift of changed resources only, and names the cause of side effects', () => {
      const shown = new Set(estate.changes.flatMap(({ shows }) => Object.keys(shows)));
      const causes = run.changed.analysis.findings.map(({ resource, caused_by }) => caused_by?.resource ?? resource);
      expect(causes.filter((one) => !shown.has(one))).toEqual([]);
    });

    test('finds the same drift against the state right after the apply, apart from listed exceptions', () => {
      const [late, changed] = [driftOf(run.late.analysis), driftOf(run.changed.analysis)];
      expect(without(changed, late)).toEqual(linesListed(estate.unseenAfterApply, isNew).sort());
      expect(without(late, changed)).toEqual([]);
    });

    test.skipIf(withoutOther)('finds the same with the other provider on this one’s state', () => {
      const served = (line: string): boolean => !UNSERVED_BY_MOTO.some((type) => line.includes(`${type}.`));
      const { analysis } = run.other!;
      expect([...driftOf(analysis)].sort()).toEqual([...driftOf(run.changed.analysis)].filter(served).sort());
    });

    test('reveals no sensitive value', () => {
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

    // The golden files and calls are of one provider: the other one has different names and calls in places.
    if (isNew) return;

    test('finds nothing unmanaged right after an apply, and classifies what the cloud provides', async () => {
      const { objects = [], listings = [], unproven = [] } = run.fresh.analysis.inventory ?? {};
      expect(objects.filter((one) => one.class !== 'provided' && one.class !== 'owned')).toEqual([]);
      expect(unproven.filter(({ type }) => !UNPROVEN_ON_MOTO.has(type))).toEqual([]);
      const incomplete = listings.filter(({ reason }) => reason === 'incomplete');
      expect(incomplete.filter(({ type }) => !UNLISTED_BY_MOTO.has(type))).toEqual([]);
      expect(listings.filter(({ state }) => state === 'listed').length).toBeGreaterThan(200);
      await expect(classesText(objects)).toMatchFileSnapshot(classesPath(estate.name));
    });

    test('gives the same findings and verdicts through the gateway and without it', () => {
      const [through, direct] = [run.changed.analysis, run.direct!.analysis];
      expect(through.calls?.calls).toBeGreaterThan(0);
      expect(direct.calls?.calls).toBe(0);
      expect(through.calls?.refused).toBe(0);
      expect(goldenText(through.findings)).toBe(goldenText(direct.findings));
      // The latest restorable time of a database changes between two scans.
      const [one, other] = [through, direct].map(({ coverage }): unknown =>
        JSON.parse(known(JSON.stringify(coverage))),
      );
      expect(one).toEqual(other);
    });

    // `npx vitest run test/parity -u` rewrites the files. The evaluation of recall uses them, too.
    test('matches the findings of the golden file word by word', async () => {
      await expect(goldenText(run.changed.analysis.findings)).toMatchFileSnapshot(goldenPath(estate.name));
    });
  });
}
