import type { Command } from 'commander';
import { visible } from '../../base/visible.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import { explain as explained, nearest, type Explanation } from '../../engine/report/explain.ts';
import { GAPS } from '../../texts/overview.ts';
import { EXIT } from '../report/exit-code.ts';
import { explanationReport } from '../report/explanation.ts';
import { HERE } from '../scan/input-options.ts';
import { SCAN_OPTIONS, scanHere, type ScanOptions } from '../scan/options.ts';
import { at, CliError, createClient, type ClientOptions } from '../terminal/client.ts';
import { local, printJson, say, type Cli } from '../terminal/command.ts';
import { wantsColor, widthOf } from '../terminal/io.ts';
import { CLIENT_OPTIONS, JSON_OPTION, value } from '../terminal/options.ts';

const MORE = `Exit codes:
  0    in sync, or left out
  1    an error: no such address, or it could not be checked
  2    drifted

Only this resource and what it is related to is read. Values are masked as
everywhere.`;

function notThere(address: string, where: string, addresses: Iterable<string>, unread = ''): CliError {
  const close = nearest(address, addresses).map((one) => `  ${visible(one)}`);
  const hint = close.length === 0 ? [] : ['Did you mean', ...close];
  return new CliError([`There is no ${visible(address)} in ${visible(where)}${unread}.`, ...hint].join('\n'));
}

async function fromServer({ io }: Cli, address: string, id: string, options: ClientOptions): Promise<Explanation[]> {
  const query = { include: 'suppressed' };
  const analysis = await createClient(io.env, options).get<Analysis>(at`/analyses/${id}`, { query });
  const found = explained(analysis, address);
  if (found.length === 0)
    throw notThere(
      address,
      id,
      analysis.coverage.map(({ resource }) => resource),
    );
  return found;
}

async function fromStates({ io }: Cli, address: string, target: string, options: ScanOptions): Promise<Explanation[]> {
  const analysis = await scanHere(io, target, options, {
    only: {
      address,
      found: ({ found, addresses, unreadable }) => {
        if (found > 0) return;
        const [first] = unreadable;
        const unread = first
          ? `, but ${visible(first.key)} could not be read: ${visible((first.detail ?? '').replace(/\.$/, ''))}`
          : '';
        throw notThere(address, `"${target}"`, addresses, unread);
      },
    },
  });
  // Without its id: this analysis is stored nowhere, so nobody could fetch it.
  const { findings, coverage, providers } = analysis;
  return explained({ findings, coverage, providers }, address);
}

function codeFor(explanations: readonly Explanation[]): number {
  if (explanations.some(({ verdict }) => verdict === 'changed' || verdict === 'deleted')) return EXIT.drift;
  return explanations.some(({ verdict }) => GAPS.includes(verdict)) ? EXIT.error : EXIT.inSync;
}

/** Options of a scan have no effect on a stored analysis. */
function refuseScanOptions(command: Command): void {
  const option = SCAN_OPTIONS.find((one) => {
    const name = one.attributeName();
    return name !== 'quiet' && command.getOptionValueSource(name) === 'cli';
  });
  if (option)
    throw new CliError(`${option.long} is for a new scan: --analysis reports a stored analysis, as it was made.`);
}

export const explain = local({
  use: 'explain <address> [target]',
  about: 'show what state and cloud say of one resource, and which stage or rule decided what',
  usage: '[options] <address> [file | directory | s3://… | …]',
  options: [
    value('--analysis <id>', 'as a stored analysis saw it, from a running server'),
    ...SCAN_OPTIONS,
    ...CLIENT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ["plumbline explain 'aws_subnet.private[0]' infra/", 'right now, from the states under a directory'],
    ['plumbline explain aws_vpc.main --analysis an_…', 'as that analysis saw it'],
  ],
  more: MORE,
  async run(cli, [address, target], options, command) {
    const { analysis } = options;
    if (analysis !== undefined && target !== undefined)
      throw new CliError(`Name one of the two, not both: ${visible(target)}, or --analysis ${visible(analysis)}.`);
    if (analysis !== undefined) refuseScanOptions(command);
    const found =
      analysis === undefined
        ? await fromStates(cli, address, target ?? HERE, options)
        : await fromServer(cli, address, analysis, options);
    if (options.json) printJson(cli, found);
    else {
      const { stdout, env } = cli.io;
      const layout = { width: widthOf(stdout), color: wantsColor(stdout, env) };
      const title = found.length > 1 ? [`${visible(address)} is in ${found.length} states.\n`] : [];
      say(cli, [...title, ...found.map((one) => explanationReport(one, layout))].join('\n'));
    }
    cli.exit(codeFor(found));
  },
});
