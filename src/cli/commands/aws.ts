import { InvalidArgumentError, type Command } from 'commander';
import type { JsonObject } from '../../base/json.ts';
import type { CloudSetup, ExternalIdOverride, Verification } from '../../services/clouds/port.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import { printJson, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { CliError, createClient } from '../terminal/client.ts';
import { namesTags, withTagOptions, withTags, type TagOptions } from '../scan/tag-options.ts';
import { print, widthOf } from '../terminal/io.ts';
import { visible } from '../../base/visible.ts';
import { wrap } from '../../report/width.ts';

type Text = 'trust_policy' | 'permission_policy' | 'cloudformation' | 'terraform';
/** What of which role is printed by which option. */
const TEXTS = {
  trustPolicy: ['role', 'trust_policy'],
  permissionPolicy: ['role', 'permission_policy'],
  cloudformation: ['role', 'cloudformation'],
  terraform: ['role', 'terraform'],
  accountTrustPolicy: ['account_role', 'trust_policy'],
  accountPermissionPolicy: ['account_role', 'permission_policy'],
  accountCloudformation: ['account_role', 'cloudformation'],
  accountTerraform: ['account_role', 'terraform'],
} as const satisfies Record<string, readonly ['role' | 'account_role', Text]>;
type ShowOptions = WithClient & Partial<Record<keyof typeof TEXTS, boolean>>;
type SetOptions = WithClient &
  TagOptions & {
    roleArn?: string;
    stateBucket?: string;
    statePrefix?: string;
    region?: string;
    stateKey?: string;
    accountRole?: string;
    accounts?: string;
    schedule?: string;
    secretValues?: boolean;
    overrideExternalId?: string;
  };

const SCHEDULES: readonly string[] = ['1h', '6h', '24h', 'off'] satisfies CloudConfiguration['schedule'][];

/** Empty as for all settings: back to the default. */
function period(text: string): string {
  if (text === '' || SCHEDULES.includes(text)) return text;
  throw new InvalidArgumentError(`It must be one of ${SCHEDULES.join(', ')}.`);
}

/** How often it is analysed by itself, and when next. */
function scheduleOf({ schedule, next_run_at: next }: CloudConfiguration): string {
  if (schedule === 'off') return 'off';
  return `every ${schedule}${next === null ? '' : `, next at ${next.slice(0, 16)}Z`}`;
}

/** Who accepted a role that can be assumed without the external id. */
const acceptedBy = ({ by, at, reason }: ExternalIdOverride) => `accepted by ${by} on ${at.slice(0, 10)}: ${reason}`;

function show(config: CloudConfiguration): string {
  const row = (name: string, value: string | null) =>
    `${name.padEnd(14)}${value === null ? '(not set)' : visible(value)}`;
  return [
    row('role ARN', config.role_arn),
    row('state bucket', config.state_bucket),
    row('state prefix', config.state_prefix),
    row('region', config.region),
    row('state key', config.state_key_arn),
    row('account role', config.account_role_arn),
    row('accounts', config.accounts === null ? null : config.accounts.join(', ')),
    row('tag settings', config.provider_settings === null ? null : JSON.stringify(config.provider_settings)),
    row('secret values', config.secret_values ? 'read' : 'not read'),
    row('external id', config.external_id),
    ...(config.external_id_override === null ? [] : [row('id override', acceptedBy(config.external_id_override))]),
    row('schedule', scheduleOf(config)),
    ...(config.last_skipped === null
      ? []
      : [row('last skipped', `${config.last_skipped.at.slice(0, 16)}Z: ${config.last_skipped.detail}`)]),
    ...(config.locks_unread === null ? [] : [row('locks', config.locks_unread)]),
  ].join('\n');
}

/** Settings that the permission policy is made of, and that of the roles in other accounts. */
const IN_POLICY = ['state_bucket', 'state_prefix', 'state_key_arn', 'accounts', 'account_role_arn', 'secret_values'];
const IN_ACCOUNT_POLICY = ['account_role_arn', 'secret_values'];

/**
 * Prints what to do next: all of it, or what follows from changing these settings, if anything does. The policies are long, and are
 * printed where they are asked for.
 */
function printNext({ io }: Cli, config: CloudConfiguration, org: string, changed?: readonly string[]): void {
  const { role_arn, state_bucket, account_role_arn } = config;
  const absent = [role_arn === null && '--role-arn', state_bucket === null && '--state-bucket'].filter(Boolean);
  const all = changed === undefined || absent.length > 0 || changed.includes('role_arn');
  const isIn = (settings: readonly string[]) => all || settings.some((one) => changed.includes(one));
  if (!isIn(IN_POLICY)) return;
  const show = `plumbline aws show ${org}`;
  const again = all ? '' : '; take it over again';
  const steps = [
    ...(absent.length > 0 ? [`plumbline aws set ${org} ${absent.map((one) => `${String(one)} …`).join(' ')}`] : []),
    ...(all
      ? [
          `${show} --trust-policy        # who may assume the role: create it with this`,
          `${show} --cloudformation      # or with this, or --terraform: the role with both policies`,
        ]
      : []),
    `${show} --permission-policy   # what the role has to be allowed${again}`,
    ...(account_role_arn !== null && (all || changed.includes('account_role_arn'))
      ? [`${show} --account-trust-policy        # who may assume the role in every other account`]
      : []),
    ...(account_role_arn !== null && isIn(IN_ACCOUNT_POLICY)
      ? [`${show} --account-permission-policy   # what that role has to be allowed${again}`]
      : []),
    `plumbline aws verify ${org}                     # when the role is there`,
  ];
  print(io.stderr, `Next:\n${steps.map((step) => `  ${step}`).join('\n')}`);
}

const WARNINGS = ['external_id_not_checked', 'external_id_overridden', 'locks_unread', 'permissions_missing'];

/** Checks that could not tell, which keeps nothing from working. */
const UNASKED = ['permissions_unknown', 'accounts_not_named'];

/** A role that may not read all works all the same: that is a warning, and does not make the connection unusable. */
function verdict(ok: boolean, code: string | undefined): string {
  if (UNASKED.includes(code ?? '')) return 'unknown';
  if (ok) return 'ok     ';
  if (code === 'skipped') return 'skipped';
  return WARNINGS.includes(code ?? '') ? 'WARNING' : 'FAILED ';
}

function showVerification({ ok, assumed_role_arn, checks }: Verification, width: number): string {
  const lines = checks.flatMap(({ name, ok, code, detail, hint }) => [
    `${verdict(ok, code)}  ${name}${code === undefined || code === 'skipped' ? '' : ` (${visible(code)})`}${detail === undefined ? '' : `: ${visible(detail)}`}`,
    ...(hint === undefined ? [] : wrap(visible(hint), width - 9).map((line) => `         ${line}`)),
  ]);
  const end = ok
    ? `Ready to analyse as ${visible(assumed_role_arn ?? 'the role')}.`
    : 'Not ready: fix the failed checks and retry.';
  return [...lines, end].join('\n');
}

/** An empty option clears the setting; one that is absent leaves it as it is. */
function patchOf(options: SetOptions): JsonObject {
  const { roleArn, stateBucket, statePrefix, region, stateKey, accountRole, accounts } = options;
  const { schedule, secretValues, overrideExternalId } = options;
  const given = {
    role_arn: roleArn,
    state_bucket: stateBucket,
    state_prefix: statePrefix,
    region,
    state_key_arn: stateKey,
    account_role_arn: accountRole,
    schedule,
    secret_values: secretValues,
    external_id_override: overrideExternalId ? { reason: overrideExternalId } : overrideExternalId,
    accounts: accounts === '' ? '' : accounts?.split(',').map((account) => account.trim()),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  );
}

/** Prints what a role is created with, as it is, to be piped into a file. */
function printText(cli: Cli, setup: CloudSetup, which: 'role' | 'account_role', text: Text): void {
  const role = setup[which];
  if (role === null)
    throw new CliError('There is no role for other accounts: name one with "plumbline aws set --account-role".');
  const wanted = role[text];
  if (typeof wanted === 'string') print(cli.io.stdout, wanted.trimEnd());
  else printJson(cli, wanted);
}

/** `plumbline aws set | show | verify`. */
export function registerAws(program: Command, cli: Cli): void {
  const aws = program.command('aws').description('the role and the state bucket that an organization is analysed with');
  registerSet(aws, cli);

  const showCommand = aws
    .command('show <org>')
    .description('show the settings and the external id, or a policy to paste')
    .option('--trust-policy', 'print the trust policy of the role')
    .option('--permission-policy', 'print the permissions that the role needs')
    .option('--account-trust-policy', 'print the trust policy of the roles in other accounts')
    .option('--account-permission-policy', 'print the permissions that those need')
    .option('--cloudformation', 'print a CloudFormation template that makes the role')
    .option('--terraform', 'print resources of Terraform that make the role')
    .option('--account-cloudformation', 'print a template that makes the roles in other accounts')
    .option('--account-terraform', 'print resources that make those')
    .action(async (org: string, options: ShowOptions) => {
      const client = createClient(cli.io.env, options);
      const path = `/orgs/${encodeURIComponent(org)}/aws`;
      const [wanted, ...more] = Object.entries(TEXTS).filter(([option]) => options[option as keyof typeof TEXTS]);
      if (more.length > 0) throw new CliError('One of these at a time.');
      if (wanted) {
        const [which, text] = wanted[1];
        return printText(cli, await client.get<CloudSetup>(`${path}/setup`), which, text);
      }
      const config = await client.get<CloudConfiguration>(path);
      if (options.json) return printJson(cli, config);
      print(cli.io.stdout, show(config));
      printNext(cli, config, visible(org));
    });
  withJson(withClientOptions(showCommand));
  withExamples(showCommand, [
    ['plumbline aws show org_… --trust-policy > trust.json', 'to create the role with'],
    ['plumbline aws show org_… --permission-policy > permissions.json', 'to allow it what it needs'],
    ['plumbline aws show org_… --terraform > plumbline.tf', 'the role with both, to apply'],
  ]);

  const verify = aws
    .command('verify <org>')
    .description('really assume the role and list the bucket')
    .action(async (org: string, options: WithClient) => {
      const client = createClient(cli.io.env, options);
      const result = await client.get<Verification>(`/aws/verify?org_id=${encodeURIComponent(org)}`);
      if (options.json) printJson(cli, result);
      else print(cli.io.stdout, showVerification(result, widthOf(cli.io.stdout)));
      if (!result.ok) cli.exit(1);
    });
  withJson(withClientOptions(verify));
  withExamples(
    verify,
    [['plumbline aws verify org_…', 'one line a check']],
    'Exit codes: 0 everything works, 1 something does not.',
  );
}

function registerSet(aws: Command, cli: Cli): void {
  const set = aws
    .command('set <org>')
    .description('save the settings; what is not named stays, "" clears')
    .option('--role-arn <arn>', 'the role to assume')
    .option('--state-bucket <name>', 'the bucket that holds the Terraform states')
    .option('--state-prefix <prefix>', 'only states below this prefix')
    .option('--region <region>', 'region of resources that do not name their own')
    .option('--state-key <arn>', 'the KMS key that OpenTofu encrypts the states with')
    .option('--account-role <arn>', 'the role in every other account, with {account} in the place of its id')
    .option('--accounts <ids>', 'the only other accounts that may be reached, separated by commas')
    .option('--schedule <period>', 'how often it is analysed by itself: 1h, 6h, 24h (the default) or off', period)
    .option('--secret-values', 'read the values of secrets, too; the role has to be allowed to (see show)')
    .option('--no-secret-values', 'read none (the default)')
    .option(
      '--override-external-id <reason>',
      'use the role although it can be assumed without the external id; ends when the role changes',
    )
    .action(async (org: string, options: SetOptions) => {
      const client = createClient(cli.io.env, options);
      const path = `/orgs/${encodeURIComponent(org)}/aws`;
      const patch = patchOf(options);
      if (namesTags(options)) {
        const { provider_settings } = await client.get<CloudConfiguration>(path);
        patch.provider_settings = withTags(provider_settings, options);
      }
      if (Object.keys(patch).length === 0)
        throw new CliError('Nothing to save: name at least one setting; "plumbline aws set --help" has them all.');
      const config = await client.patch<CloudConfiguration>(path, patch);
      if (options.json) return printJson(cli, config);
      print(cli.io.stdout, show(config));
      printNext(cli, config, visible(org), Object.keys(patch));
    });
  withJson(withClientOptions(withTagOptions(set)));
  withExamples(set, [
    [
      'plumbline aws set org_… --state-bucket acme-tfstate \\\n      --role-arn arn:aws:iam::123456789012:role/plumbline',
      'prints the external id, and how to get the policies that the role needs',
    ],
    [
      "plumbline aws set org_… \\\n      --account-role 'arn:aws:iam::{account}:role/plumbline'",
      'reads what lives in other accounts with the role of that name there',
    ],
    ['plumbline aws set org_… --ignore-tag-key cost-center', 'a tag that somebody else sets everywhere'],
    ['plumbline aws set org_… --schedule 6h', 'analyses it four times a day'],
  ]);
}
