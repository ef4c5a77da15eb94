import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accuracyOf, type Accuracy } from '../testkit/estate/accuracy.ts';
import { findAwsProvider, findNewAwsProvider, type AwsProvider } from '../testkit/estate/aws-provider.ts';
import { broadEstate } from '../testkit/estate/broad/estate.ts';
import type { Estate } from '../testkit/estate/estate.ts';
import { guardEstate } from '../testkit/estate/guard/estate.ts';
import { networkEstate } from '../testkit/estate/network/estate.ts';
import { onNewProvider } from '../testkit/estate/on-new-provider.ts';
import { runEstate } from '../testkit/estate/run.ts';
import { serverlessEstate } from '../testkit/estate/serverless/estate.ts';
import { wideEstate } from '../testkit/estate/wide/estate.ts';
import type { Bench, BenchOptions, Figure, Report } from './report.ts';

const ESTATES = [wideEstate, networkEstate, serverlessEstate, broadEstate, guardEstate];
const PAGE = new URL('../docs/accuracy.md', import.meta.url);
const TABLE = /(?<=<!-- measured -->\n).*(?=<!-- \/measured -->)/s;

type Row = Accuracy & { estate: string; provider: string };

/** One estate on one provider; the provider that is found on this machine when none is given. */
async function measure(whole: Estate, version: string, provider: AwsProvider | undefined): Promise<Row> {
  const estate = provider ? onNewProvider(whole) : whole;
  return { estate: estate.name, provider: version, ...accuracyOf(estate, await runEstate(estate, { provider })) };
}

const markdown = (rows: readonly Row[]): string =>
  [
    '',
    '| estate | hashicorp/aws | instances | types | drifts made | found | false reports | harmless changes | reported | reported right after an apply | not checked |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map(
      (row) =>
        `| ${row.estate} | ${row.provider} | ${row.instances} | ${row.types} | ${row.acts} | ${row.found} | ${row.falseReports} | ${row.harmless} | ${row.reportedHarmless} | ${row.reportedWhenFresh} | ${row.notChecked} |`,
    ),
    '',
    '',
  ].join('\n');

async function writeTable(rows: readonly Row[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(
    PAGE,
    page.replace(TABLE, () => markdown(rows)),
  );
}

const figuresOf = ({ estate, provider, ...row }: Row): Figure[] => [
  { name: `${estate} on ${provider}: drifts found, of ${row.acts}`, value: row.found, unit: '', atLeast: row.acts },
  {
    name: `${estate} on ${provider}: reported though nobody changed it`,
    value: row.falseReports + row.reportedHarmless + row.reportedWhenFresh,
    unit: '',
    goal: 0,
  },
  { name: `${estate} on ${provider}: not checked, of ${row.instances}`, value: row.notChecked, unit: '', goal: 0 },
];

async function run({ say }: BenchOptions): Promise<Report> {
  const cache = await mkdtemp(join(tmpdir(), 'plumbline-accuracy-'));
  const rows: Row[] = [];
  try {
    const [old, recent] = [await findAwsProvider(cache), await findNewAwsProvider(cache)];
    for (const estate of ESTATES) {
      for (const provider of [undefined, recent]) {
        const { version } = provider ?? old;
        say(`the ${estate.name} estate on hashicorp/aws ${version}`);
        rows.push(await measure(estate, version, provider));
        // Row by row: what was measured is not lost where a later estate fails.
        await writeTable(rows);
      }
    }
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
  return {
    bench: 'accuracy',
    about,
    figures: rows.flatMap(figuresOf),
    notes: ['The same as a table: docs/accuracy.md, which this writes.'],
  };
}

const about = 'drift found and false reports in every estate, on both AWS providers';

export const accuracyBench: Bench = { about, run };
