import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import { present } from '../../texts/present.ts';
import { wrap } from '../../texts/width.ts';
import type { LeastPolicy } from '../../services/clouds/verify.ts';
import { at, CliError } from '../terminal/client.ts';
import { note, printJson, remote } from '../terminal/command.ts';
import { widthOf } from '../terminal/io.ts';
import { flag } from '../terminal/options.ts';

/** AWS's limit on the inline policies of a role together, without white space. */
const MAX_CHARACTERS = 10_240;
/** The most items of a list in a sentence; the API returns all. */
const MAX_NAMED = 20;

function named(all: readonly string[]): string {
  const rest = all.length - MAX_NAMED;
  return `${all.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The policy's basis and its gaps, one paragraph each. */
function explained({ analyses, unread, refused, withheld }: LeastPolicy, characters: number): string[] {
  const whole = analyses.filter(({ repo_id, state_prefix }) => repo_id === null && state_prefix === null).length;
  const [latest] = analyses;
  const types = unread.map(({ type, instances, reason }) => `${type} (${instances}, ${reason ?? 'unread'})`);
  return present(
    `It rests on ${plural(analyses.length, 'analysis', 'analyses')}, ${whole} of all states; the latest is ${latest?.id} of ${latest?.finished_at?.slice(0, 16)}Z. What no state held then is not in it: after something new is deployed, analyse once with a wider policy and ask again.`,
    types.length > 0 && `Unknown permissions (never read): ${named(types)}.`,
    refused.length > 0 &&
      `Refused calls: ${named(refused.map((one) => `${one.service}:${one.action} (${one.times})`))}.`,
    withheld.length > 0 &&
      `Left out (reads contents or secrets): ${named(withheld)}. Where the settings allow it, it has a statement of its own.`,
    characters > MAX_CHARACTERS &&
      `It has ${characters.toLocaleString('en-US')} characters without white space, and a role's inline policies may have ${MAX_CHARACTERS.toLocaleString('en-US')}: make managed policies of it.`,
  );
}

export const policy = remote({
  use: 'policy <org>',
  about: 'print the least-privilege IAM policy, made of the API calls of past analyses',
  options: [flag('--account', 'the policy of the role in every other account')],
  examples: [
    ['plumbline policy org_…', 'the policy, and on stderr what it rests on and cannot know'],
    ['plumbline policy org_… --json > permissions.json', 'the policy alone'],
  ],
  more: '"plumbline aws verify" says which of it the role lacks.',
  async ask(client, [org], { account }) {
    const found = await client.get<LeastPolicy>(at`/orgs/${org}/aws/policy`);
    if (found.policy === null)
      throw new CliError(
        'No analysis of this organization has called the cloud yet: start one with "plumbline analyses start --wait", then ask again.',
      );
    const policy = account ? found.account_policy : found.policy;
    if (policy === null)
      throw new CliError('There is no role for other accounts: set one with "plumbline aws set --account-role".');
    return { found, policy };
  },
  json: ({ policy }) => policy,
  show(cli, { found, policy }) {
    printJson(cli, policy);
    for (const text of explained(found, JSON.stringify(policy).length))
      note(cli, wrap(visible(text), widthOf(cli.io.stderr)).join('\n'));
  },
});
