import { Command, Option } from 'commander';
import type { Analysis } from '../../drift/analysis.ts';
import { explain, nearest, type Explanation } from '../../drift/explain.ts';
import { printJson, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { CliError, createClient } from '../terminal/client.ts';
import { EXIT } from '../report/exit-code.ts';
import { print, wantsColor, widthOf } from '../terminal/io.ts';
import { explanationReport } from '../report/explanation.ts';
import { GAPS } from '../../report/overview.ts';
import { visible } from '../../base/visible.ts';
import { scanHere, withScanOptions, type ScanOptions } from '../scan/options.ts';

type Options = WithClient & ScanOptions & { analysis?: string };

const MORE = `Exit codes:
  0    it is in sync, or left out
  1    an error: no such address, or it could not be looked at
  2    it has drifted

Only this resource and what it is related to is read. Values are masked as
everywhere.`;

/** `plumbline explain`: one resource's way through the stages. */
export function registerExplain(program: Command, cli: Cli): void {
  const command = program
    .command('explain <address> [target]')
    .description('what state and cloud say of one resource, and which stage or rule decided what')
    .usage('[options] <address> [file | directory | s3://…]')
    .addOption(new Option('--analysis <id>', 'as a stored analysis saw it, from a running server'))
    .action((address: string, target: string | undefined, options: Options) =>
      run(cli, address, target, options, command),
    );
  withScanOptions(command);
  withJson(withClientOptions(command));
  withExamples(
    command,
    [
      ["plumbline explain 'aws_subnet.private[0]' infra/", 'right now, from the states under a directory'],
      ['plumbline explain aws_vpc.main --analysis an_…', 'as that analysis saw it'],
    ],
    MORE,
  );
}

function notThere(address: string, where: string, addresses: Iterable<string>, unread = ''): CliError {
  const close = nearest(address, addresses).map((one) => `  ${visible(one)}`);
  const hint = close.length === 0 ? [] : ['Did you mean', ...close];
  return new CliError([`There is no ${visible(address)} in ${visible(where)}${unread}.`, ...hint].join('\n'));
}

async function fromServer({ io }: Cli, address: string, id: string, options: Options): Promise<Explanation[]> {
  const path = `/analyses/${encodeURIComponent(id)}?include=suppressed`;
  const analysis = await createClient(io.env, options).get<Analysis>(path);
  const found = explain(analysis, address);
  if (found.length === 0)
    throw notThere(
      address,
      id,
      analysis.coverage.map(({ resource }) => resource),
    );
  return found;
}

async function fromStates({ io }: Cli, address: string, target: string, options: Options): Promise<Explanation[]> {
  const analysis = await scanHere(io, target, options, {
    address,
    found: ({ found, addresses, unreadable }) => {
      if (found > 0) return;
      const [first] = unreadable;
      const unread = first
        ? `, but ${visible(first.key)} could not be read: ${visible((first.detail ?? '').replace(/\.$/, ''))}`
        : '';
      throw notThere(address, `"${target}"`, addresses, unread);
    },
  });
  // Without its id: nobody could look this analysis up, it is kept nowhere.
  const { findings, coverage, providers } = analysis;
  return explain({ findings, coverage, providers }, address);
}

function codeFor(explanations: readonly Explanation[]): number {
  if (explanations.some(({ verdict }) => verdict === 'changed' || verdict === 'deleted')) return EXIT.drift;
  return explanations.some(({ verdict }) => GAPS.includes(verdict)) ? EXIT.error : EXIT.inSync;
}

/** A stored analysis is over: what says how to look has nothing to say. */
function refuseScanOptions(command: Command): void {
  const scanning = new Set(withScanOptions(new Command()).options.map((option) => option.attributeName()));
  const given = command.options.find((option) => {
    const name = option.attributeName();
    return scanning.has(name) && name !== 'quiet' && command.getOptionValueSource(name) === 'cli';
  });
  if (given)
    throw new CliError(
      `${given.long} is for looking now: --analysis tells what a stored analysis saw, as it was made.`,
    );
}

async function run(
  cli: Cli,
  address: string,
  target: string | undefined,
  options: Options,
  command: Command,
): Promise<void> {
  const { analysis } = options;
  if (analysis === undefined && target === undefined)
    throw new CliError(
      'Name where to look: a state file, directory or bucket, or --analysis with the id of an analysis.',
    );
  if (analysis !== undefined && target !== undefined)
    throw new CliError(`Name one of the two, not both: ${visible(target)}, or --analysis ${visible(analysis)}.`);
  if (analysis !== undefined) refuseScanOptions(command);
  const found =
    analysis === undefined
      ? await fromStates(cli, address, target ?? '', options)
      : await fromServer(cli, address, analysis, options);
  const { stdout, env } = cli.io;
  if (options.json) printJson(cli, found);
  else {
    const layout = { width: widthOf(stdout), color: wantsColor(stdout, env) };
    const title = found.length > 1 ? [`${visible(address)} is in ${found.length} states.\n`] : [];
    print(stdout, [...title, ...found.map((one) => explanationReport(one, layout))].join('\n'));
  }
  cli.exit(codeFor(found));
}
