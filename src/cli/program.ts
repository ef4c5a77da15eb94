import { styleText } from 'node:util';
import { Command } from 'commander';
import { version } from '../server/version.ts';
import { analyses } from './commands/analyses.ts';
import { audit } from './commands/audit.ts';
import { aws } from './commands/aws.ts';
import { completion } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { dashboard } from './commands/dashboard.ts';
import { deliveries } from './commands/deliveries.ts';
import { demo } from './commands/demo.ts';
import { explain } from './commands/explain.ts';
import { github } from './commands/github.ts';
import { health } from './commands/health.ts';
import { ignore } from './commands/ignore.ts';
import { incidents } from './commands/incidents.ts';
import { importObjects } from './commands/import.ts';
import { inventory } from './commands/inventory.ts';
import { keys } from './commands/keys.ts';
import { orgs } from './commands/orgs.ts';
import { policy } from './commands/policy.ts';
import { providers } from './commands/providers.ts';
import { recall } from './commands/recall.ts';
import { repos } from './commands/repos.ts';
import { scan } from './commands/scan.ts';
import { sources } from './commands/sources.ts';
import { start } from './commands/start.ts';
import { states } from './commands/states.ts';
import { exportDatabase } from './commands/transfer.ts';
import { webhooks } from './commands/webhooks.ts';
import { CliError } from './terminal/client.ts';
import { helpOf, type Cli, type Row } from './terminal/command.ts';
import { wantsColor, widthOf } from './terminal/io.ts';

const ON_THIS_MACHINE: readonly Row[] = [
  scan,
  explain,
  inventory,
  importObjects,
  config,
  demo,
  start,
  exportDatabase,
  github,
  health,
  completion,
];
const WITH_A_SERVER: readonly Row[] = [
  dashboard,
  orgs,
  keys,
  audit,
  webhooks,
  aws,
  policy,
  analyses,
  deliveries,
  repos,
  sources,
  providers,
  states,
  ignore,
  recall,
  incidents,
];

/** The whole command line. Parsing throws `CommanderError` instead of ending the process. */
export function createProgram(cli: Cli): Command {
  const { stdout, stderr, env } = cli.io;
  const program = new Command('plumbline');
  program
    .description('Reports where the live cloud no longer matches its Terraform state, attribute by attribute.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .showHelpAfterError('Add --help for the commands and options.')
    .exitOverride()
    .configureHelp({ styleTitle: (title) => styleText('bold', title, { validateStream: false }) })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'plumbline: ')),
      getOutHelpWidth: () => Math.min(80, widthOf(stdout)),
      getErrHelpWidth: () => Math.min(80, widthOf(stderr)),
      getOutHasColors: () => wantsColor(stdout, env),
      getErrHasColors: () => wantsColor(stderr, env),
    });
  program.commandsGroup('On this machine:');
  for (const row of ON_THIS_MACHINE) row(program, cli);
  program.commandsGroup('With a running server:');
  for (const row of WITH_A_SERVER) row(program, cli);
  program.commandsGroup('Help:');
  registerHelp(program);
  return program.addHelpText(
    'after',
    helpOf({
      examples: [
        ['plumbline demo', 'real drift in an emulated cloud; nothing needs to be set up'],
        ['plumbline scan', 'the drift of this directory: run it where `terraform init` was run'],
        ['plumbline start', 'the server, for scheduled analyses and everything else'],
      ],
      more: 'Exit codes: 0 fine, 1 error, 2 drift was found (scan, analyses start --wait).\nPLUMBLINE_DEBUG=1 adds the stack to an error. NO_COLOR=1 turns colours off.',
    }),
  );
}

/** `plumbline help aws set`: commander's own help takes one word, but some commands have two. */
function registerHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('print the help of a command')
    .action((words: string[]) => {
      const found = words.reduce<Command | undefined>(
        (command, word) => command?.commands.find((one) => one.name() === word),
        program,
      );
      if (!found) throw new CliError(`there is no command "${words.join(' ')}"; "plumbline help" lists them`);
      found.help();
    });
}
