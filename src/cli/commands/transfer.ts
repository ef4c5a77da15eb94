import type { Transferred } from '../../server/transfer.ts';
import { local, note, type Cli } from '../terminal/command.ts';

const nameOf = ({ database }: Transferred) => (database === 'embedded' ? 'the embedded database' : 'Postgres');

function summary({ tables, jobs }: Transferred): string {
  const counts = Object.values(tables);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${counts.length} tables and ${jobs} waiting jobs`;
}

export const exportDatabase = local({
  use: 'export <file>',
  about: 'write all data of the database into a new file, to back it up or to move it',
  examples: [
    ['plumbline export plumbline.jsonl', 'from the embedded database in ./data, while no server runs'],
    ['DATABASE_URL=postgres://… plumbline export plumbline.jsonl', 'from Postgres, as one snapshot'],
  ],
  more: 'The file is readable by you alone. The operator key is not in it: that stays in\nthe data directory.',
  async run(cli, [file]) {
    const { exportTo } = await import('../../server/transfer.ts');
    const done = await exportTo({ env: cli.io.env, file });
    note(cli, `Exported ${summary(done)} from ${nameOf(done)} to ${file}.`);
    note(cli, 'Keep it as you keep a password: it holds hashes of API keys and the keys of fingerprints.');
    if (done.servers > 0)
      note(cli, 'A server is running: what it writes from now on is not in the file. To move, stop it first.');
  },
});

/** Reads a file of `plumbline export` into an empty database. */
export async function importDatabase(cli: Cli, file: string): Promise<void> {
  const { importFrom } = await import('../../server/transfer.ts');
  const done = await importFrom({ env: cli.io.env, file });
  note(cli, `Imported ${summary(done)} into ${nameOf(done)}.`);
  note(cli, 'Analyses that were queued or running are run by the next server that starts.');
}
