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
import { measuredWith, sideBySide, sideTable, type SideRow } from './side-by-side.ts';

const COMPARED = [wideEstate, networkEstate, serverlessEstate];
const ESTATES = [...COMPARED, broadEstate, guardEstate];
const PAGE = new URL('../docs/accuracy.md', import.meta.url);

type Row = Accuracy & { estate: string; provider: string };

/** Measures one estate with one provider; by default the provider found on this machine. */
async function measure(whole: Estate, version: string, provider: AwsProvider | undefined): Promise<Row> {
  const estate = provider ? onNewProvider(whole) : whole;
  return { estate: estate.name, provider: version, ...accuracyOf(estate, await runEstate(estate, { provider })) };
}

const tableOf = (rows: readonly Row[]): string[] => [
  '| estate | hashicorp/aws | instances | types | drifts made | found | false reports | harmless changes | reported | reported right after an apply | not checked |',
  '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  ...rows.map(
    (row) =>
      `| ${row.estate} | ${row.provider} | ${row.instances} | ${row.types} | ${row.acts} | ${row.found} | ${row.falseReports} | ${row.harmless} | ${row.reportedHarmless} | ${row.reportedWhenFresh} | ${row.notChecked} |`,
  ),
];

/** Replaces the text between two markers of the document. */
async function write(marker: string, lines: readonly string[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const between = new RegExp(`(?<=<!-- ${marker} -->\n).*(?=<!-- /${marker} -->)`, 's');
  await writeFile(
    PAGE,
    page.replace(between, () => ['', ...lines, '', ''].join('\n')),
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

const sideFigures = ({ estate, tool, ...row }: SideRow): Figure[] => {
  const goal = tool === 'plumbline scan' ? { goal: 0 } : {};
  return [
    { name: `${estate}, ${tool}: changes missed, of ${row.acts}`, value: row.missed, unit: '', ...goal },
    {
      name: `${estate}, ${tool}: listed though nobody changed it`,
      value: row.afterApply + row.afterHarmless + row.unchanged,
      unit: '',
      ...goal,
    },
    { name: `${estate}, ${tool}: calls`, value: row.calls, unit: '' },
  ];
};

/** Compares Plumbline with both of terraform's plans on three estates. */
async function compareTools(cache: string, say: BenchOptions['say']): Promise<Figure[]> {
  const { version } = await findAwsProvider(cache);
  const rows: SideRow[] = [];
  for (const estate of COMPARED) rows.push(...(await sideBySide(estate, say)));
  await write('side by side', [measuredWith(version), '', ...sideTable(rows)]);
  return rows.flatMap(sideFigures);
}

/** Measures every estate with both providers, which takes an hour. */
async function measureAll(cache: string, say: BenchOptions['say']): Promise<Figure[]> {
  const rows: Row[] = [];
  const [old, recent] = [await findAwsProvider(cache), await findNewAwsProvider(cache)];
  for (const estate of ESTATES) {
    for (const provider of [undefined, recent]) {
      const { version } = provider ?? old;
      say(`the ${estate.name} estate on hashicorp/aws ${version}`);
      rows.push(await measure(estate, version, provider));
      // Writes after each row, so that results are not lost if a later estate fails.
      await write('measured', tableOf(rows));
    }
  }
  return rows.flatMap(figuresOf);
}

async function run({ large, say }: BenchOptions): Promise<Report> {
  const cache = await mkdtemp(join(tmpdir(), 'plumbline-accuracy-'));
  try {
    const figures = await compareTools(cache, say);
    if (large) figures.push(...(await measureAll(cache, say)));
    return { bench: 'accuracy', about, figures, notes: ['The same as tables: docs/accuracy.md, which this writes.'] };
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

const about =
  'misses and noise beside terraform’s plans on three estates; --large: every estate, on both AWS providers';

export const accuracyBench: Bench = { about, run };
