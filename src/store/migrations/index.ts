import { readFileSync } from 'node:fs';
import { sql, type QueryExecutorProvider } from 'kysely';

/** One change of the schema, which runs inside the given transaction. */
export type Migration = { name: string; up: (tx: QueryExecutorProvider) => Promise<void> };

const BASELINE = '0001_baseline';

/** All steps in order, each in the file of its name. A released step is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  BASELINE,
  '0002_sources_and_providers',
  '0003_source_removed',
  '0004_inventory',
].map(fromFile);

/** Steps that only add tables, or allow further values: an export from before them lacks nothing. */
const ADDITIONS = ['0002_sources_and_providers', '0003_source_removed', '0004_inventory'];

/** The steps that an export's rows depend on. */
export const stepsOfRows = (names: readonly string[]): string[] =>
  currentSteps(names).filter((name) => !ADDITIONS.includes(name));

/** The steps of development, which the baseline replaced: the last one left the same schema as the baseline. */
const DEVELOPMENT = { first: '0001_first', last: '0050_computed_columns' };

/** The steps of a schema. A complete run of the development steps counts as the baseline. */
export function currentSteps(names: readonly string[]): string[] {
  const { first, last } = DEVELOPMENT;
  return names[0] === first && names.at(-1) === last ? [BASELINE] : [...names];
}

/** Whether the schema stopped at a step of development before the baseline; no step here continues it. */
export function isBeforeBaseline(names: readonly string[]): boolean {
  const { first, last } = DEVELOPMENT;
  return names[0] === first && names.at(-1)! < last;
}

function fromFile(name: string): Migration {
  return {
    name,
    async up(tx) {
      const text = readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');
      for (const statement of text.split(/;\n+(?=--|create |alter )/)) await sql.raw(statement).execute(tx);
    },
  };
}
