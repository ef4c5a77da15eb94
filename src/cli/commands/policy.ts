import type { Command } from 'commander';
import { visible } from '../../base/visible.ts';
import { plural } from '../../report/overview.ts';
import { wrap } from '../../report/width.ts';
import type { LeastPolicy } from '../../services/clouds/policy.ts';
import { printJson, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { CliError, createClient } from '../terminal/client.ts';
import { print, widthOf } from '../terminal/io.ts';

type Options = WithClient & { account?: boolean };

/** What all inline policies of a role may have together, without white space. */
const MOST_CHARACTERS = 10_240;
/** Of a list in a sentence; the API has all of it. */
const NAMED = 20;

function named(all: readonly string[]): string {
  const rest = all.length - NAMED;
  return `${all.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What the policy rests on, and what it cannot know, a paragraph each. */
function explained({ analyses, unread, refused, withheld }: LeastPolicy, characters: number): string[] {
  const whole = analyses.filter(({ repo_id, state_prefix }) => repo_id === null && state_prefix === null).length;
  const [latest] = analyses;
  const types = unread.map(({ type, instances, reason }) => `${type} (${instances}, ${reason ?? 'unread'})`);
  return [
    `It rests on ${plural(analyses.length, 'analysis', 'analyses')}, ${whole} of all states; the latest is ${latest?.id} of ${latest?.finished_at?.slice(0, 16)}Z. What no state held then is not in it: after something new is deployed, analyse once with a wider policy and ask again.`,
    ...(types.length > 0
      ? [`It does not know what these types take, since nothing of them was read: ${named(types)}.`]
      : []),
    ...(refused.length > 0
      ? [
          `Asked for, and not let through: ${named(refused.map((one) => `${one.service}:${one.action} (${one.times})`))}.`,
        ]
      : []),
    ...(withheld.length > 0
      ? [
          `Asked for, and never given on all resources, because it reads contents or secrets: ${named(withheld)}. Where the settings allow it, it has a statement of its own.`,
        ]
      : []),
    ...(characters > MOST_CHARACTERS
      ? [
          `It has ${characters.toLocaleString('en-US')} characters without white space, and a role's inline policies may have ${MOST_CHARACTERS.toLocaleString('en-US')}: make managed policies of it.`,
        ]
      : []),
  ];
}

/** `plumbline policy`. */
export function registerPolicy(program: Command, cli: Cli): void {
  const policy = program
    .command('policy <org>')
    .description('print the least-privilege IAM policy, by what analyses really called')
    .option('--account', 'the one of the role in every other account')
    .action(async (org: string, options: Options) => {
      const path = `/orgs/${encodeURIComponent(org)}/aws/policy`;
      const found = await createClient(cli.io.env, options).get<LeastPolicy>(path);
      if (found.policy === null)
        throw new CliError(
          'No analysis of this organization has called the cloud yet: start one with "plumbline analyses start --wait", then ask again.',
        );
      const wanted = options.account ? found.account_policy : found.policy;
      if (wanted === null)
        throw new CliError('There is no role for other accounts: name one with "plumbline aws set --account-role".');
      printJson(cli, wanted);
      if (options.json) return;
      const width = widthOf(cli.io.stderr);
      for (const text of explained(found, JSON.stringify(wanted).length))
        print(cli.io.stderr, wrap(visible(text), width).join('\n'));
    });
  withJson(withClientOptions(policy));
  withExamples(
    policy,
    [
      ['plumbline policy org_…', 'the policy, and on stderr what it rests on and cannot know'],
      ['plumbline policy org_… --json > permissions.json', 'the policy alone'],
    ],
    '"plumbline aws verify" says which of it the role lacks.',
  );
}
