/** One figure of a bench. If it has a goal, `value` must not be above `goal`, nor below `atLeast`. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal?: number;
  atLeast?: number;
  runs?: number[];
};

export type Report = { bench: string; about: string; figures: Figure[]; notes: string[] };

/**
 * The options of a bench. `whole`: measure everything instead of estimating from a sample; `large`: include long
 * measurements; `built`: measure the deployed package, not the sources.
 */
export type BenchOptions = {
  runs: number;
  whole: boolean;
  large: boolean;
  built: boolean;
  say: (line: string) => void;
};

export type Bench = { about: string; run(options: BenchOptions): Promise<Report> };

function shown(value: number, unit: string): string {
  return `${value.toFixed(value >= 100 ? 0 : 2)}${unit && ` ${unit}`}`;
}

function verdictOn({ value, unit, goal, atLeast }: Figure): string {
  if (goal !== undefined) return `≤ ${shown(goal, unit)} ${value <= goal ? 'reached' : 'MISSED'}`;
  if (atLeast !== undefined) return `≥ ${shown(atLeast, unit)} ${value >= atLeast ? 'reached' : 'MISSED'}`;
  return '';
}

function row(figure: Figure): string[] {
  const { name, value, unit, runs } = figure;
  const spread = runs && runs.length > 1 ? `(${runs.map((one) => shown(one, '')).join(', ')})` : '';
  return [name, shown(value, unit), verdictOn(figure), spread];
}

/** The report as a text table. */
export function table({ bench, about, figures, notes }: Report): string {
  const rows = [['', 'median', 'goal', 'runs'], ...figures.map(row)];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, i) => (i === 1 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [`${bench}: ${about}`, '', ...lines, '', ...notes.map((note) => `- ${note}`)].join('\n');
}
