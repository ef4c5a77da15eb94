import type { IAMClient } from '@aws-sdk/client-iam';
import { chunksOf } from '../../../base/chunks.ts';
import { iamClient } from './client.ts';
import { failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';
import type { Outcome } from './check.ts';

/** The number of actions in one request. */
const AT_ONCE = 100;
/** The maximum number of missing permissions that a message names. */
const NAMED = 30;

/** The actions that the role may not do on all resources, by its policies, permissions boundary and organization. */
async function lacking(client: IAMClient, roleArn: string, actions: string[], signal: AbortSignal): Promise<string[]> {
  const { SimulatePrincipalPolicyCommand } = await import('@aws-sdk/client-iam');
  const missing: string[] = [];
  let marker: string | undefined;
  do {
    const answer = await client.send(
      new SimulatePrincipalPolicyCommand({ PolicySourceArn: roleArn, ActionNames: actions, Marker: marker }),
      { abortSignal: signal },
    );
    for (const { EvalActionName: action, EvalDecision: decision } of answer.EvaluationResults ?? [])
      if (action !== undefined && decision !== 'allowed') missing.push(action);
    marker = answer.IsTruncated ? answer.Marker : undefined;
  } while (marker !== undefined);
  return missing;
}

/**
 * Asks IAM, as the role, whether the role has the permissions that analyses needed. A refusal to answer is an outcome:
 * only making the calls would show it otherwise. Aborts with the signal's reason.
 */
export async function checkPermissions(
  asRole: AwsSettings,
  { roleArn, needed, signal }: { roleArn: string; needed: readonly string[]; signal: AbortSignal },
): Promise<{ outcome: Outcome }> {
  const client = await iamClient(asRole);
  try {
    const parts = await Promise.all(
      [...chunksOf(needed, AT_ONCE)].map((part) => lacking(client, roleArn, part, signal)),
    );
    return { outcome: outcomeOf(parts.flat().sort(), needed.length) };
  } catch (error) {
    signal.throwIfAborted();
    return {
      outcome: {
        ok: true,
        code: 'permissions_unknown',
        detail: `Which of the ${needed.length} permissions that analyses needed the role lacks could not be asked (${failureOf(error).name}).`,
        hint: 'Allow the role iam:SimulatePrincipalPolicy on itself to have it checked; resources that it may not read are in the coverage of analyses, with the reason denied.',
      },
    };
  } finally {
    client.destroy();
  }
}

function outcomeOf(missing: readonly string[], needed: number): Outcome {
  if (missing.length === 0)
    return { ok: true, detail: `The role may do all that analyses needed (${needed} permissions).` };
  const rest = missing.length - NAMED;
  const names = `${missing.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return {
    ok: false,
    code: 'permissions_missing',
    detail: `Of the ${needed} permissions that analyses needed, the role lacks ${missing.length} on all resources: ${names}.`,
    hint: 'Put them into the policy of the role; "plumbline policy" prints one with all of them. Until then what needs them is unreadable.',
  };
}
