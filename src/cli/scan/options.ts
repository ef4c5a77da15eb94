import { Option, type Command } from 'commander';
import type { Analysis } from '../../drift/analysis.ts';
import type { LocalScanInput } from '../../server/compose-scan.ts';
import { formed } from '../terminal/command.ts';
import { print, type Io } from '../terminal/io.ts';
import { createProgress } from '../terminal/progress.ts';
import { rulesForScan, withRuleOptions, type RuleOptions } from './rules.ts';
import { visible } from '../../base/visible.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { withTagOptions, withTags, type TagOptions } from './tag-options.ts';

/** What every command takes that looks at the cloud by itself. */
export type ScanOptions = TagOptions &
  RuleOptions & {
    providerMirror?: string;
    providers?: string;
    lockFile?: string | boolean;
    hcl?: string | boolean;
    region?: string;
    accountRole?: string;
    externalId?: string;
    quiet?: boolean;
    record?: string;
    replay?: string;
  };

/** The options for it, in the same words everywhere. */
export function withScanOptions(command: Command): Command {
  command
    .option('--provider-mirror <dir>', 'a Terraform filesystem mirror to take providers from first')
    .option('--providers <patterns>', 'run these providers only: hashicorp/*,registry.example.com/acme/*')
    .option('--lock-file <file>', 'take provider versions from this .terraform.lock.hcl (default: beside each state)')
    .option('--no-lock-file', 'take the newest providers, whatever a lock file says')
    .option(
      '--hcl <dir>',
      'take what the code says (ignore_tags, default_tags, ignore_changes, regions) from this root module (default: beside each state)',
    )
    .option('--no-hcl', 'leave *.tf files alone')
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
    .option('-q, --quiet', 'no progress');
  return withTagOptions(withRuleOptions(command));
}

const PHASES = { states: 'reading states', resources: 'reading resources' };

/** Scans with progress on stderr. Throws `Interrupted` when the person at the keyboard has had enough. */
export async function scanHere(
  io: Io,
  target: string,
  options: ScanOptions,
  only?: LocalScanInput['only'],
): Promise<Analysis> {
  // Loaded when it is needed: `--help` should not wait for a database driver.
  const { runLocalScan } = await import('../../server/compose-scan.ts');
  const { region, providerMirror, providers, lockFile, hcl, accountRole, externalId, record, replay } = options;
  const { rules: ignore, elsewhere } = await rulesForScan(io, target, options);
  const providerSettings = withTags(null, options) ?? {};
  const progress = createProgress(io.stderr, { quiet: options.quiet === true });
  const warnings: string[] = [];
  const interruption = onInterrupt();
  try {
    const analysis = await runLocalScan({
      target,
      region,
      accountRole,
      externalId,
      record,
      replay,
      providerSettings,
      providerMirror,
      providers,
      lockFile: lockFile === true ? undefined : lockFile,
      hcl: hcl === true ? undefined : hcl,
      onWarning: (text) => warnings.push(text),
      only,
      ignore,
      rulesFromElsewhere: elsewhere,
      env: io.env,
      signal: interruption.signal,
      onProgress: ({ phase, done, total }) => progress.update({ phase: PHASES[phase], done, total }),
    });
    interruption.signal.throwIfAborted();
    return analysis;
  } catch (error) {
    // Whatever an interrupted scan fell over, it was the interruption.
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    progress.end();
    for (const warning of warnings) print(io.stderr, visible(warning));
    interruption.stop();
  }
}
