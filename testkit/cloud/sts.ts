import { randomUUID } from 'node:crypto';
import type { Caller, Callers } from './callers.ts';
import { CloudError, type CloudRequest, type CloudResponse } from './http.ts';
import { xmlDocument, type XmlChildren } from './xml.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

function answer(action: string, result: XmlChildren): CloudResponse {
  const content = { [`${action}Result`]: result, ResponseMetadata: { RequestId: randomUUID() } };
  const body = xmlDocument(`${action}Response`, content, NAMESPACE);
  return { status: 200, headers: { 'content-type': 'text/xml' }, body };
}

/** An error in STS's format. */
export function stsError(error: CloudError): CloudResponse {
  const Error = { Type: error.status < 500 ? 'Sender' : 'Receiver', Code: error.code, Message: error.message };
  const body = xmlDocument('ErrorResponse', { Error, RequestId: randomUUID() }, NAMESPACE);
  return { status: error.status, headers: { 'content-type': 'text/xml' }, body };
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value) return value;
  throw new CloudError(400, 'ValidationError', `The request must contain the parameter ${name}.`);
}

function durationOf(form: URLSearchParams): number {
  const seconds = Number(form.get('DurationSeconds') ?? 3600);
  if (Number.isInteger(seconds) && seconds >= 900 && seconds <= 43_200) return seconds;
  throw new CloudError(400, 'ValidationError', 'DurationSeconds must be between 900 and 43200.');
}

/** SimulatePrincipalPolicy: the decision for each action; more than 50 actions are paginated. */
function simulated(form: URLSearchParams, caller: Caller, callers: Callers): CloudResponse {
  const roleArn = required(form, 'PolicySourceArn');
  const may = callers.permissionsOf(caller, roleArn);
  if (!may) {
    const text = `User: ${caller.arn} is not authorized to perform: iam:SimulatePrincipalPolicy on resource: ${roleArn}`;
    throw new CloudError(403, 'AccessDenied', text);
  }
  const actions = [...form].filter(([name]) => /^ActionNames\.member\.\d+$/.test(name)).map(([, action]) => action);
  const from = Number(form.get('Marker') ?? 0);
  const page = actions.slice(from, from + 50);
  const more = from + page.length < actions.length;
  return answer('SimulatePrincipalPolicy', {
    EvaluationResults: {
      member: page.map((EvalActionName) => ({
        EvalActionName,
        EvalResourceName: '*',
        EvalDecision: may.includes(EvalActionName) ? 'allowed' : 'implicitDeny',
      })),
    },
    IsTruncated: more,
    ...(more && { Marker: String(from + page.length) }),
  });
}

/** AWS's limit for an inline policy. */
const MAX_POLICY_LENGTH = 2048;

/**
 * STS's query protocol: GetCallerIdentity and AssumeRole, and the IAM calls that check the permissions of a role.
 * Throws CloudError for all other requests.
 */
export function handleSts(request: CloudRequest, callers: Callers): CloudResponse {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const caller = callers.identify(request.headers, request.query);
  if (!caller) throw new CloudError(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token');
  const action = required(form, 'Action');
  if (action === 'GetCallerIdentity') {
    return answer(action, { Arn: caller.arn, UserId: caller.userId, Account: caller.account });
  }
  if (action === 'SimulatePrincipalPolicy') return simulated(form, caller, callers);
  if (action !== 'AssumeRole') {
    throw new CloudError(400, 'InvalidAction', `Could not find operation ${action} for version 2011-06-15`);
  }
  if ((form.get('Policy')?.length ?? 0) > MAX_POLICY_LENGTH)
    throw new CloudError(400, 'ValidationError', `The policy has more than ${MAX_POLICY_LENGTH} characters.`);
  const { credentials, caller: assumed } = callers.assume(caller, {
    roleArn: required(form, 'RoleArn'),
    sessionName: required(form, 'RoleSessionName'),
    externalId: form.get('ExternalId'),
    seconds: durationOf(form),
    policy: form.get('Policy'),
    policyArns: [...form].filter(([name]) => /^PolicyArns\.member\.\d+\.arn$/.test(name)).map(([, arn]) => arn),
  });
  return answer(action, {
    Credentials: {
      AccessKeyId: credentials.accessKeyId,
      SecretAccessKey: credentials.secretAccessKey,
      SessionToken: credentials.sessionToken,
      Expiration: credentials.expiration.toISOString(),
    },
    AssumedRoleUser: { AssumedRoleId: assumed.userId, Arn: assumed.arn },
  });
}
