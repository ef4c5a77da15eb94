import { beforeAll, describe, expect, test } from 'vitest';
import { accuracyOf } from '../../testkit/estate/accuracy.ts';
import { findNewAwsProvider } from '../../testkit/estate/aws-provider.ts';
import { regionsEstate } from '../../testkit/estate/regions/estate.ts';
import { runEstate, type EstateRun } from '../../testkit/estate/run.ts';
import { missing } from '../../testkit/needs.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';

const skip = await missing('moto', 'new-aws-provider', 'terraform');

describe.skipIf(skip)('resources with a region of their own, on provider 6.x', () => {
  let run: EstateRun;

  beforeAll(async () => {
    await using found = await temporaryDirectory();
    run = await runEstate(regionsEstate, { provider: await findNewAwsProvider(found.path) });
  });

  test('reads resources in their own region', () => {
    const read = run.settled.analysis.coverage.filter(({ verdict }) => verdict === 'in_sync');
    expect(read).toHaveLength(36);
    for (const { resource, region } of read) expect(resource).toContain(`["${region}"]`);
  });

  test('finds changes and deletions in their own region, and nowhere else', () => {
    const acts = regionsEstate.changes.length;
    expect(accuracyOf(regionsEstate, run)).toMatchObject({
      acts,
      found: acts,
      falseReports: 0,
      reportedHarmless: 0,
      reportedWhenFresh: 0,
      notChecked: 0,
    });
    const { findings } = run.changed.analysis;
    expect(findings).toHaveLength(acts);
    for (const { resource, region } of findings) expect(resource).toContain(`["${region}"]`);
  });
});
