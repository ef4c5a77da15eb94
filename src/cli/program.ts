import { styleText } from 'node:util';
import { Command } from 'commander';
import { version } from '../server/version.ts';
import { withExamples, type Cli } from './terminal/command.ts';
import { CliError } from './terminal/client.ts';
import { registerAnalyses } from './commands/analyses.ts';
import { registerAudit } from './commands/audit.ts';
import { registerAws } from './commands/aws.ts';
import { registerDashboard } from './commands/dashboard.ts';
import { registerDeliveries } from './commands/deliveries.ts';
import { registerConfig } from './commands/config.ts';
import { registerExplain } from './commands/explain.ts';
import { registerDemo } from './commands/demo.ts';
import { registerGithub } from './commands/github.ts';
import { registerHealth } from './commands/health.ts';
import { registerIgnore } from './commands/ignore.ts';
import { registerIncidents } from './commands/incidents.ts';
import { registerKeys } from './commands/keys.ts';
import { registerWebhooks } from './commands/webhooks.ts';
import { registerPolicy } from './commands/policy.ts';
import { registerOrgs } from './commands/orgs.ts';
import { registerRecall } from './commands/recall.ts';
import { registerRepos } from './commands/repos.ts';
import { registerScan } from './commands/scan.ts';
import { registerStart } from './commands/start.ts';
import { registerStates } from './commands/states.ts';
import { registerTransfer } from './commands/transfer.ts';
import { wantsColor, widthOf } from './terminal/io.ts';

/** The whole command line. Parsing throws `CommanderError` instead of ending the process. */
export function createProgram(cli: Cli): Command {
  const { stdout, stderr, env } = cli.io;
  const program = new Command('plumbline');
  program
    .description('Tells where the live cloud no longer matches its Terraform state, attribute by attribute.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .showHelpAfterError('Add --help to see what there is.')
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
  registerScan(program, cli);
  registerExplain(program, cli);
  registerConfig(program, cli);
  registerDemo(program, cli);
  registerStart(program, cli);
  registerTransfer(program, cli);
  registerGithub(program, cli);
  registerHealth(program, cli);
  program.commandsGroup('With a running server:');
  registerDashboard(program, cli);
  registerOrgs(program, cli);
  registerKeys(program, cli);
  registerAudit(program, cli);
  registerWebhooks(program, cli);
  registerAws(program, cli);
  registerPolicy(program, cli);
  registerAnalyses(program, cli);
  registerDeliveries(program, cli);
  registerRepos(program, cli);
  registerStates(program, cli);
  registerIgnore(program, cli);
  registerRecall(program, cli);
  registerIncidents(program, cli);
  program.commandsGroup('Help:');
  registerHelp(program);
  for (const command of program.commands)
    if (command.commands.length > 0) command.helpCommand('help [command]', 'print the help of a command');
  return withExamples(
    program,
    [
      ['plumbline demo', 'real drift in an emulated cloud; nothing needs to be set up'],
      ['plumbline scan terraform.tfstate', 'what differs from this state, right now'],
      ['plumbline start', 'the server, for everything that is to go on'],
    ],
    'Exit codes: 0 fine, 1 error, 2 drift was found (scan, analyses start --wait).\nPLUMBLINE_DEBUG=1 adds the stack to an error. NO_COLOR=1 takes the colours away.',
  );
}

/** `plumbline help aws set`: commander's own takes one word, and there are commands of two. */
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
