import { InvalidArgumentError } from 'commander';
import type { Json } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import { present } from '../../texts/present.ts';
import { wrap } from '../../texts/width.ts';
import type { CloudSetup, ExternalIdOverride, Verification } from '../../services/clouds/port.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import { namesTags, TAG_OPTIONS, withTags } from '../scan/tag-options.ts';
import { at, CliError, createClient } from '../terminal/client.ts';
import { group, local, note, printJson, remote, say, type Cli } from '../terminal/command.ts';
import { widthOf } from '../terminal/io.ts';
import { CLIENT_OPTIONS, flag, JSON_OPTION, value } from '../terminal/options.ts';

type Text = 'trust_policy' | 'permission_policy' | 'cloudformation' | 'terraform';
/** The text that each option prints, and its role. */
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
const SCHEDULES: readonly string[] = ['1h', '6h', '24h', 'off'] satisfies CloudConfiguration['schedule'][];

/** An empty text restores the default, as for all settings. */
function period(text: string): string {
  if (text === '' || SCHEDULES.includes(text)) return text;
  throw new InvalidArgumentError(`It must be one of ${SCHEDULES.join(', ')}.`);
}

function scheduleOf({ schedule, next_run_at: next }: CloudConfiguration): string {
  if (schedule === 'off') return 'off';
  return `every ${schedule}${next === null ? '' : `, next at ${next.slice(0, 16)}Z`}`;
}

/** The acceptance of a role that can be assumed without the external id. */
const acceptedBy = ({ by, at, reason }: ExternalIdOverride) => `accepted by ${by} on ${at.slice(0, 10)}: ${reason}`;

function settingsText(config: CloudConfiguration): string {
  const row = (name: string, value: string | null) =>
    `${name.padEnd(14)}${value === null ? '(not set)' : visible(value)}`;
  const { external_id_override: override, last_skipped: skipped } = config;
  return present(
    row('role ARN', config.role_arn),
    row('state bucket', config.state_bucket),
    row('state prefix', config.state_prefix),
    row('region', config.region),
    row('state key', config.state_key_arn),
    row('account role', config.account_role_arn),
    row('accounts', config.accounts === null ? null : config.accounts.join(', ')),
    row('tag settings', config.provider_settings === null ? null : JSON.stringify(config.provider_settings)),
    row('secret values', config.secret_values ? 'compared' : 'not compared'),
    row('external id', config.external_id),
    override && row('id override', acceptedBy(override)),
    row('schedule', scheduleOf(config)),
    skipped && row('last skipped', `${skipped.at.slice(0, 16)}Z: ${skipped.detail}`),
    config.locks_unread !== null && row('locks', config.locks_unread),
  ).join('\n');
}

/** The settings that determine the permission policy of the role, and of the roles in other accounts. */
const IN_POLICY = ['state_bucket', 'state_prefix', 'state_key_arn', 'accounts', 'account_role_arn', 'secret_values'];
const IN_ACCOUNT_POLICY = ['account_role_arn', 'secret_values'];

/**
 * Prints the next steps: all, or those that a change of these settings requires. The policies are long, so it names the
 * commands that print them.
 */
function noteNext(cli: Cli, config: CloudConfiguration, orgId: string, changed?: readonly string[]): void {
  const org = visible(orgId);
  const { role_arn, state_bucket, account_role_arn } = config;
  const absent = present(role_arn === null && '--role-arn', state_bucket === null && '--state-bucket');
  const all = changed === undefined || absent.length > 0 || changed.includes('role_arn');
  const isIn = (settings: readonly string[]) => all || settings.some((one) => changed.includes(one));
  if (!isIn(IN_POLICY)) return;
  const show = `plumbline aws show ${org}`;
  const again = all ? '' : '; update it';
  const steps = present(
    absent.length > 0 && `plumbline aws set ${org} ${absent.map((one) => `${one} …`).join(' ')}`,
    all && `${show} --trust-policy        # who may assume the role: create it with this`,
    all && `${show} --cloudformation      # or with this, or --terraform: the role with both policies`,
    `${show} --permission-policy   # the permissions that the role needs${again}`,
    account_role_arn !== null &&
      isIn(['account_role_arn']) &&
      `${show} --account-trust-policy        # who may assume the role in every other account`,
    account_role_arn !== null &&
      isIn(IN_ACCOUNT_POLICY) &&
      `${show} --account-permission-policy   # the permissions that that role needs${again}`,
    `plumbline aws verify ${org}                     # once the role exists`,
  );
  note(cli, `Next:\n${steps.map((step) => `  ${step}`).join('\n')}`);
}

const WARNINGS = [
  'external_id_not_checked',
  'external_id_overridden',
  'locks_unread',
  'permissions_missing',
  'provider_not_found',
  'provider_not_allowed',
];

/** Checks without a result, which do not keep anything from working. */
const UNKNOWN = ['permissions_unknown', 'accounts_not_named'];

/** A role that may not read everything still works, so that is a warning. */
function verdict(ok: boolean, code: string | undefined): string {
  if (UNKNOWN.includes(code ?? '')) return 'unknown';
  if (ok) return 'ok     ';
  if (code === 'skipped') return 'skipped';
  return WARNINGS.includes(code ?? '') ? 'WARNING' : 'FAILED ';
}

function verificationText({ ok, assumed_role_arn, checks }: Verification, width: number): string {
  const lines = checks.flatMap(({ name, ok, code, detail, hint }) => [
    `${verdict(ok, code)}  ${name}${code === undefined || code === 'skipped' ? '' : ` (${visible(code)})`}${detail === undefined ? '' : `: ${visible(detail)}`}`,
    ...(hint === undefined ? [] : wrap(visible(hint), width - 9).map((line) => `         ${line}`)),
  ]);
  const end = ok
    ? `Ready to analyse as ${visible(assumed_role_arn ?? 'the role')}.`
    : 'Not ready: fix the failed checks and retry.';
  return [...lines, end].join('\n');
}

/** Prints a text to create the role with, unchanged, to be piped into a file. */
function printText(cli: Cli, setup: CloudSetup, [which, text]: (typeof TEXTS)[keyof typeof TEXTS]): void {
  const role = setup[which];
  if (role === null)
    throw new CliError('There is no role for other accounts: set one with "plumbline aws set --account-role".');
  const wanted = role[text];
  if (typeof wanted === 'string') say(cli, wanted.trimEnd());
  else printJson(cli, wanted);
}

const show = local({
  use: 'show <org>',
  about: 'show the settings and the external id, or a policy to paste',
  options: [
    flag('--trust-policy', 'print the trust policy of the role'),
    flag('--permission-policy', 'print the permissions that the role needs'),
    flag('--account-trust-policy', 'print the trust policy of the roles in other accounts'),
    flag('--account-permission-policy', 'print the permissions that those need'),
    flag('--cloudformation', 'print a CloudFormation template that creates the role'),
    flag('--terraform', 'print Terraform resources that create the role'),
    flag('--account-cloudformation', 'print a template that creates the roles in other accounts'),
    flag('--account-terraform', 'print Terraform resources that create those'),
    ...CLIENT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ['plumbline aws show org_… --trust-policy > trust.json', 'to create the role with'],
    ['plumbline aws show org_… --permission-policy > permissions.json', 'to grant what it needs'],
    ['plumbline aws show org_… --terraform > plumbline.tf', 'the role with both, to apply'],
  ],
  async run(cli, [org], options) {
    const client = createClient(cli.io.env, options);
    const texts = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
    const [text, ...more] = texts.filter((name) => options[name]);
    if (more.length > 0) throw new CliError('Name one of these options at a time.');
    if (text) return printText(cli, await client.get<CloudSetup>(at`/orgs/${org}/aws/setup`), TEXTS[text]);
    const settings = await client.get<CloudConfiguration>(at`/orgs/${org}/aws`);
    if (options.json) return printJson(cli, settings);
    say(cli, settingsText(settings));
    noteNext(cli, settings, org);
  },
});

const set = remote({
  use: 'set <org>',
  about: 'change settings; what is not named stays, "" clears',
  options: [
    value('--role-arn <arn>', 'the role to assume'),
    value('--state-bucket <name>', 'the bucket that holds the Terraform states'),
    value('--state-prefix <prefix>', 'only states below this prefix'),
    value('--region <region>', 'default region, for resources that do not name their own'),
    value('--state-key <arn>', 'the KMS key that OpenTofu encrypts the states with'),
    value('--account-role <arn>', 'the role in every other account, with {account} in the place of its id'),
    value('--accounts <ids>', 'the only other accounts that may be reached, separated by commas'),
    value('--schedule <period>', 'how often to analyse: 1h, 6h, 24h (the default) or off', period),
    flag('--secret-values', 'compare the values of secrets, too; the role has to be allowed to read them (see show)'),
    flag('--no-secret-values', 'compare none (the default)'),
    value(
      '--override-external-id <reason>',
      'use the role although it can be assumed without the external id; ends when the role changes',
    ),
    ...TAG_OPTIONS,
  ],
  examples: [
    [
      'plumbline aws set org_… --state-bucket acme-tfstate \\\n      --role-arn arn:aws:iam::123456789012:role/plumbline',
      'prints the external id, and how to get the policies that the role needs',
    ],
    [
      "plumbline aws set org_… \\\n      --account-role 'arn:aws:iam::{account}:role/plumbline'",
      'reads resources of other accounts with the role of that name there',
    ],
    ['plumbline aws set org_… --ignore-tag-key cost-center', 'a tag that somebody else sets everywhere'],
    ['plumbline aws set org_… --schedule 6h', 'analyses it four times a day'],
  ],
  async ask(client, [org], options) {
    const path = at`/orgs/${org}/aws`;
    const { overrideExternalId: reason } = options;
    const patch: Record<string, Json | undefined> = {
      role_arn: options.roleArn,
      state_bucket: options.stateBucket,
      state_prefix: options.statePrefix,
      region: options.region,
      state_key_arn: options.stateKey,
      account_role_arn: options.accountRole,
      schedule: options.schedule,
      secret_values: options.secretValues,
      external_id_override: reason ? { reason } : reason,
      accounts: options.accounts && options.accounts.split(',').map((account) => account.trim()),
    };
    for (const name of Object.keys(patch)) if (patch[name] === '') patch[name] = null;
    if (namesTags(options)) {
      const { provider_settings } = await client.get<CloudConfiguration>(path);
      patch.provider_settings = withTags(provider_settings, options);
    }
    const changed = Object.keys(patch).filter((name) => patch[name] !== undefined);
    if (changed.length === 0)
      throw new CliError('Nothing to save: name at least one setting; "plumbline aws set --help" lists them.');
    return { settings: await client.patch<CloudConfiguration>(path, patch), changed };
  },
  json: ({ settings }) => settings,
  show(cli, { settings, changed }, [org]) {
    say(cli, settingsText(settings));
    noteNext(cli, settings, org, changed);
  },
});

const verify = remote({
  use: 'verify <org>',
  about: 'check the connection: assume the role and list the bucket',
  examples: [['plumbline aws verify org_…', 'one line a check']],
  more: 'Exit codes: 0 everything works, 1 something does not.',
  ask: (client, [org]) => client.get<Verification>('/aws/verify', { query: { org_id: org } }),
  show: (cli, result) => say(cli, verificationText(result, widthOf(cli.io.stdout))),
  code: ({ ok }) => (ok ? 0 : 1),
});

export const aws = group('aws', 'the role and the state bucket that an organization is analysed with', [
  set,
  show,
  verify,
]);
