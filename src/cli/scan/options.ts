import { visible } from '../../base/visible.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { LocalScanInput } from '../../server/compose-scan.ts';
import { print, readBytes, type Io } from '../terminal/io.ts';
import { flag, formed, value, type Values } from '../terminal/options.ts';
import { createProgress } from '../terminal/progress.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { INPUT_OPTIONS } from './input-options.ts';
import { RULE_OPTIONS, rulesForScan } from './rules.ts';
import { TAG_OPTIONS, withTags } from './tag-options.ts';

/** The options of every command that reads states and clouds without a server. */
export const READING_OPTIONS = [
  ...INPUT_OPTIONS,
  value('--provider-mirror <dir>', 'a Terraform filesystem mirror to take providers from first'),
  value('--providers <patterns>', 'run these providers only: hashicorp/*,registry.example.com/acme/*'),
  value('--lock-file <file>', 'take provider versions from this .terraform.lock.hcl (default: beside each state)'),
  flag('--no-lock-file', 'take the newest providers, whatever a lock file says'),
  value(
    '--hcl <dir>',
    'take what the code says (ignore_tags, default_tags, ignore_changes, regions) from this root module (default: beside each state)',
  ),
  flag('--no-hcl', 'do not read *.tf files'),
  value('--region <region>', 'default region, for resources that do not name their own'),
  value(
    '--account-role <arn>',
    'the role to assume in other accounts, {account} in the place of its id',
    formed(
      /^arn:aws[a-z-]*:iam::\{account\}:role\/[A-Za-z0-9+=,.@_/-]+$/,
      'an ARN with {account} in it: arn:aws:iam::{account}:role/plumbline',
    ),
  ),
  value('--external-id <id>', 'the external id that the trust policies of those roles require'),
  flag('-q, --quiet', 'no progress'),
  ...TAG_OPTIONS,
] as const;

/** These, and the ignore rules, of every command that looks for drift. */
export const SCAN_OPTIONS = [...READING_OPTIONS, ...RULE_OPTIONS] as const;

export type ScanOptions = Partial<Values<typeof SCAN_OPTIONS>> & Pick<LocalScanInput, 'record' | 'replay'>;

/** Ignore rules hide drift, not what no state has: an inventory reads none. */
export const withoutRules = (options: Partial<Values<typeof READING_OPTIONS>>): ScanOptions => ({
  ...options,
  config: false,
});

/** The value of `--x <value>` and `--no-x` together: undefined where neither is given. */
const unlessFalse = (value: string | boolean | undefined) => (value === true ? undefined : value);

const PHASES = { states: 'reading states', resources: 'reading resources' };

/** Scans with progress on stderr. Throws `Interrupted` when a signal ends it. */
export async function scanHere(
  io: Io,
  target: string,
  options: ScanOptions,
  more: Pick<LocalScanInput, 'only' | 'inventory'> = {},
): Promise<Analysis> {
  // Loaded when needed: `--help` should not wait for a database driver.
  const { runLocalScan } = await import('../../server/compose-scan.ts');
  const { rules: ignore, otherStates } = await rulesForScan(io, target, options);
  const providerSettings = withTags(null, options) ?? {};
  const progress = createProgress(io.stderr, { quiet: options.quiet });
  const warnings: string[] = [];
  const interruption = onInterrupt();
  try {
    const analysis = await runLocalScan({
      target,
      region: options.region,
      accountRole: options.accountRole,
      externalId: options.externalId,
      record: options.record,
      replay: options.replay,
      providerSettings,
      providerMirror: options.providerMirror,
      providers: options.providers,
      workspace: options.workspace,
      trust: options.trust,
      download: options.download,
      stdin: () => readBytes(io),
      onNote: (text) => options.quiet !== true && print(io.stderr, visible(text)),
      lockFile: unlessFalse(options.lockFile),
      hcl: unlessFalse(options.hcl),
      onWarning: (text) => warnings.push(text),
      only: more.only,
      inventory: more.inventory && {
        ...more.inventory,
        onProgress: (done) => progress.update({ phase: 'objects that no state has', done, total: done }),
      },
      ignore,
      rulesFromElsewhere: otherStates,
      env: io.env,
      signal: interruption.signal,
      onProgress: ({ phase, done, total }) => progress.update({ phase: PHASES[phase], done, total }),
    });
    interruption.signal.throwIfAborted();
    return analysis;
  } catch (error) {
    // An error of an interrupted scan comes from the interruption.
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    progress.end();
    for (const warning of warnings) print(io.stderr, visible(warning));
    interruption.stop();
  }
}
