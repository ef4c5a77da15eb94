import { readFileSync } from 'node:fs';
import { sql, type QueryExecutorProvider } from 'kysely';

/** Changes the schema by one step, inside the transaction that it is given. */
export type Migration = { name: string; up: (tx: QueryExecutorProvider) => Promise<void> };

const BASELINE = '0001_baseline';

/** Every step in order; each is the file of its name. A released step is never edited. */
export const MIGRATIONS: readonly Migration[] = [BASELINE, '0002_sources_and_providers'].map(fromFile);

/** Steps that only make tables: an export from before them lacks nothing. */
const ADDITIONS = ['0002_sources_and_providers'];

/** The steps that the rows of an export depend on. */
export const stepsOfRows = (names: readonly string[]): string[] =>
  currentSteps(names).filter((name) => !ADDITIONS.includes(name));

/** The steps of development became the baseline: the last of them left the schema that the baseline makes. */
const DEVELOPMENT = { first: '0001_first', last: '0050_computed_columns' };

/** The steps that a schema consists of, where those of development count as the baseline once the last of them was taken. */
export function currentSteps(names: readonly string[]): string[] {
  const { first, last } = DEVELOPMENT;
  return names[0] === first && names.at(-1) === last ? [BASELINE] : [...names];
}

/** Whether the schema is one of development that no step here continues. */
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
