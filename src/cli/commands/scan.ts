import { Option, type Command } from 'commander';
import type { Analysis } from '../../drift/analysis.ts';
import { formed, withExamples, type Cli } from '../cli.ts';
import { exitCodeFor } from '../exit-code.ts';
import { print } from '../io.ts';
import { createProgress } from '../progress.ts';
import { gapsOf } from '../report/overview.ts';
import { printReport, type ReportFormat } from '../report/print.ts';
import { rulesForScan, withRuleOptions, type RuleOptions } from '../repository-config.ts';
import { onInterrupt } from '../signals.ts';
import { withTagOptions, withTags, type TagOptions } from '../tag-options.ts';

type Options = ReportFormat &
  TagOptions &
  RuleOptions & {
    providerMirror?: string;
    providers?: string;
    lockFile?: string | boolean;
    region?: string;
    accountRole?: string;
    externalId?: string;
    allowUnread?: boolean;
  };

const EXIT_CODES = `Exit codes:
  0    no drift, and everything was looked at
  1    an error; or no drift was found, but something could not be looked at
       (--allow-unread makes that 0)
  2    drift
  130  interrupted

The states are only read, and so is the cloud. Credentials are AWS's own:
AWS_PROFILE, AWS_ACCESS_KEY_ID and the rest. Progress goes to stderr, the result
to stdout.`;

const PHASES = { states: 'reading states', resources: 'reading resources' };

/** `plumbline scan`: one analysis without a server or a database. */
export function registerScan(program: Command, cli: Cli): void {
  const scan = program
    .command('scan <target>')
    .description('compare Terraform states with the live cloud, without a server')
    .usage('[options] <file | directory | s3://bucket/prefix>')
    .option('--json', 'print the analysis as JSON')
    .addOption(new Option('--markdown', 'print Markdown, for pull requests and tickets').conflicts('json'))
    .option('--provider-mirror <dir>', 'a Terraform filesystem mirror to take providers from first')
    .option('--providers <patterns>', 'run these providers only: hashicorp/*,registry.example.com/acme/*')
    .option('--lock-file <file>', 'take provider versions from this .terraform.lock.hcl (default: beside each state)')
    .option('--no-lock-file', 'take the newest providers, whatever a lock file says')
    .option('--region <region>', 'region of resources that do not name their own')
    .addOption(
      new Option(
        '--account-role <arn>',
        'the role to assume in other accounts, {account} in the place of its id',
      ).argParser(
        formed(
          /^arn:aws[a-z-]*:iam::\{account\}:role\/[A-Za-z0-9+=,.@_/-]+$/,
          'an ARN with {account} in it: arn:aws:iam::{account}:role/plumbline',
        ),
      ),
    )
    .option('--external-id <id>', 'what the trust policies of those roles demand')
    .option('--allow-unread', 'end with 0 when there is no drift in what could be looked at')
    .option('-q, --quiet', 'no progress')
    .action((target: string, options: Options) => runScan(cli, target, options));
  withRuleOptions(scan);
  withExamples(
    withTagOptions(scan),
    [
      ['plumbline scan terraform.tfstate', 'one state'],
      ['plumbline scan infra/', 'every *.tfstate under a directory'],
      ['plumbline scan s3://acme-tfstate/prod --region eu-west-1', 'every state under a prefix of a bucket'],
      ["plumbline scan infra/ --json | jq -r '.findings[].resource'", 'the drifted addresses alone'],
    ],
    EXIT_CODES,
  );
}

async function runScan(cli: Cli, target: string, options: Options): Promise<void> {
  const { io } = cli;
  // Loaded when it is needed: `--help` should not wait for a database driver.
  const { runLocalScan } = await import('../../server/compose-scan.ts');
  const { region, providerMirror, providers, lockFile, accountRole, externalId } = options;
  const ignore = rulesForScan(io, target, options);
  const providerSettings = withTags(null, options) ?? {};
  const progress = createProgress(io.stderr, { quiet: options.quiet === true });
  const interruption = onInterrupt();
  try {
    const analysis = await runLocalScan({
      target,
      region,
      accountRole,
      externalId,
      providerSettings,
      providerMirror,
      providers,
      lockFile: lockFile === true ? undefined : lockFile,
      ignore,
      env: io.env,
      signal: interruption.signal,
      onProgress: ({ phase, done, total }) => progress.update({ phase: PHASES[phase], done, total }),
    });
    progress.end();
    interruption.signal.throwIfAborted();
    printReport(io, analysis, options);
    const code = exitCodeFor(analysis, { allowUnread: options.allowUnread === true });
    if (code === 1) explain(cli, analysis);
    cli.exit(code);
  } catch (error) {
    // Whatever an interrupted scan fell over, it was the interruption.
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    progress.end();
    interruption.stop();
  }
}

/** Why there is no 0 although there is no drift. */
function explain({ io }: Cli, analysis: Analysis): void {
  const { instances, states } = gapsOf(analysis);
  if (analysis.status === 'failed' || instances + states === 0) return;
  print(io.stderr, 'plumbline: exit code 1, because not everything could be looked at (--allow-unread accepts that).');
}
