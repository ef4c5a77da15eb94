import type { Command } from 'commander';
import type { Transferred } from '../../server/transfer.ts';
import { withExamples, type Cli } from '../terminal/command.ts';
import { print } from '../terminal/io.ts';

const nameOf = ({ database }: Transferred) => (database === 'embedded' ? 'the embedded database' : 'Postgres');

function summary({ tables, jobs }: Transferred): string {
  const counts = Object.values(tables);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${counts.length} tables and ${jobs} waiting jobs`;
}

/** `plumbline export` and `plumbline import`: all data, from one database to the other. */
export function registerTransfer(program: Command, cli: Cli): void {
  const { env, stderr } = cli.io;
  const out = program
    .command('export <file>')
    .description('write all data of the database into a new file, to back it up or to move it')
    .action(async (file: string) => {
      const { exportTo } = await import('../../server/transfer.ts');
      const done = await exportTo({ env, file });
      print(stderr, `Exported ${summary(done)} from ${nameOf(done)} to ${file}.`);
      print(stderr, 'Keep it as you keep a password: it holds hashes of API keys and the keys of fingerprints.');
      if (done.servers > 0)
        print(stderr, 'A server is running: what it writes from now on is not in the file. To move, stop it first.');
    });
  withExamples(
    out,
    [
      ['plumbline export plumbline.jsonl', 'from the embedded database in ./data, while no server runs'],
      ['DATABASE_URL=postgres://… plumbline export plumbline.jsonl', 'from Postgres, as one moment has it'],
    ],
    'The file is readable by you alone. The operator key is not in it: that stays in\nthe data directory.',
  );

  const into = program
    .command('import <file>')
    .description('read such a file into an empty database')
    .action(async (file: string) => {
      const { importFrom } = await import('../../server/transfer.ts');
      const done = await importFrom({ env, file });
      print(stderr, `Imported ${summary(done)} into ${nameOf(done)}.`);
      print(stderr, 'Analyses that were queued or running are run by the next server that starts.');
    });
  withExamples(
    into,
    [
      ['DATABASE_URL=postgres://… plumbline import plumbline.jsonl', 'into Postgres'],
      ['PLUMBLINE_DATA_DIR=./other plumbline import plumbline.jsonl', 'into an embedded database'],
    ],
    'All of it is there afterwards, or nothing. The version has to be the one that\nexported, or one with the same schema.',
  );
}
