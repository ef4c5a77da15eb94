import type { Command } from 'commander';
import { isExpired } from '../../drift/rules/ignore.ts';
import { CONFIG_FILE } from '../../services/repository-config/name.ts';
import { withExamples, type Cli } from '../terminal/command.ts';
import { print } from '../terminal/io.ts';
import { readRepositoryConfig } from '../scan/rules.ts';
import { visible } from '../../base/visible.ts';
import { plural } from '../../base/plural.ts';

/** `plumbline config check`. */
export function registerConfig(program: Command, cli: Cli): void {
  const config = program.command('config').description(`a repository's ${CONFIG_FILE}`);
  const check = config
    .command('check [file]')
    .description(`tell what is wrong with a ${CONFIG_FILE}, line by line`)
    .action(async (file = CONFIG_FILE) => {
      const { ignore } = await readRepositoryConfig(file);
      const { stdout, stderr } = cli.io;
      for (const rule of ignore.filter((one) => isExpired(one, new Date())))
        print(stderr, `The rule ${rule.id} ran out on ${rule.expires_at} and does nothing any more.`);
      print(stdout, `${visible(file)} is fine: ${plural(ignore.length, 'ignore rule')}.`);
    });
  withExamples(
    check,
    [
      ['plumbline config check', `the ${CONFIG_FILE} of this directory`],
      ['plumbline config check infra/.plumbline.yml', 'in a pull request, before it counts'],
    ],
    'Exit codes: 0 fine, 1 something is wrong with it.',
  );
}
