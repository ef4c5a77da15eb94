import { Option, type Command } from 'commander';
import type { Analysis } from '../../drift/analysis.ts';
import { withExamples, type Cli } from '../terminal/command.ts';
import { exitCodeFor } from '../report/exit-code.ts';
import { print } from '../terminal/io.ts';
import { gapsOf } from '../../report/overview.ts';
import { printReport, type ReportFormat } from '../report/print.ts';
import { scanHere, withScanOptions, type ScanOptions } from '../scan/options.ts';

type Options = ReportFormat & ScanOptions & { allowUnread?: boolean };

const EXIT_CODES = `Exit codes:
  0    no drift, and everything was looked at
  1    an error; or no drift was found, but something could not be looked at
       (--allow-unread makes that 0)
  2    drift
  130  interrupted

The states are only read, and so is the cloud. Credentials are AWS's own:
AWS_PROFILE, AWS_ACCESS_KEY_ID and the rest. Progress goes to stderr, the result
to stdout.`;

/** `plumbline scan`: one analysis without a server or a database. */
export function registerScan(program: Command, cli: Cli): void {
  const scan = program
    .command('scan <target>')
    .description('compare Terraform states with the live cloud, without a server')
    .usage('[options] <file | directory | s3://bucket/prefix>')
    .option('--json', 'print the analysis as JSON')
    .addOption(new Option('--markdown', 'print Markdown, for pull requests and tickets').conflicts('json'))
    .option('--allow-unread', 'end with 0 when there is no drift in what could be looked at')
    .option('--record <file>', 'write what the cloud answers to a new file, without secrets')
    .addOption(
      new Option(
        '--replay <file>',
        'take the answers from such a file instead of the cloud; it cannot tell whether secrets differ',
      ).conflicts('record'),
    )
    .action((target: string, options: Options) => runScan(cli, target, options));
  withExamples(
    withScanOptions(scan),
    [
      ['plumbline scan terraform.tfstate', 'one state'],
      ['plumbline scan infra/', 'every *.tfstate under a directory'],
      ['plumbline scan s3://acme-tfstate/prod --region eu-west-1', 'every state under a prefix of a bucket'],
      ['plumbline scan infra/ --record scan.jsonl', 'the answers of the cloud are kept'],
      ['plumbline scan infra/ --replay scan.jsonl', 'the same scan without the cloud'],
      ["plumbline scan infra/ --json | jq -r '.findings[].resource'", 'the drifted addresses alone'],
    ],
    EXIT_CODES,
  );
}

async function runScan(cli: Cli, target: string, options: Options): Promise<void> {
  const { io } = cli;
  const analysis = await scanHere(io, target, options);
  printReport(io, analysis, options);
  const code = exitCodeFor(analysis, { allowUnread: options.allowUnread === true });
  if (code === 1) explain(cli, analysis);
  cli.exit(code);
}

/** Why there is no 0 although there is no drift. */
function explain({ io }: Cli, analysis: Analysis): void {
  const { instances, states } = gapsOf(analysis);
  if (analysis.status === 'failed' || instances + states === 0) return;
  print(io.stderr, 'plumbline: exit code 1, because not everything could be looked at (--allow-unread accepts that).');
}
