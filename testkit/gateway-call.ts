import { createProgress } from '../src/clouds/aws/gateway/sessions/progress.ts';
import { createUnanswered } from '../src/clouds/aws/gateway/sessions/unanswered.ts';
import type {
  Action,
  Call,
  CallCount,
  CloudAnswer,
  CloudRequest,
  Session,
} from '../src/clouds/aws/gateway/call/types.ts';

export type Counted = Session & { counts: Partial<Record<keyof CallCount, number>> };

/**
 * A session that counts calls and rejects requests for credentials. `notBefore` can mark cached responses as too old.
 */
export function sessionOf(more: Partial<Session> = {}): Counted {
  const counts: Counted['counts'] = {};
  return {
    by: {},
    account: '123456789012',
    credentials: () => Promise.reject(new Error('not asked for')),
    endpoint: undefined,
    secretValues: true,
    counter: { count: (_call, what, times = 1) => (counts[what] = (counts[what] ?? 0) + times) },
    notBefore: () => 0,
    unanswered: createUnanswered(),
    progress: createProgress(),
    named: { accounts: new Set(['123456789012']), buckets: new Set(), tables: new Set() },
    counts,
    ...more,
  };
}

export type CallParts = Partial<Omit<CloudRequest, 'body'>> & {
  body?: string;
  action?: Partial<Action>;
  region?: string;
  session?: Session;
};

/** A call, by default of EC2's `DescribeVpcs`. */
export function callOf({
  body = '',
  action,
  region = 'us-east-1',
  session = sessionOf(),
  ...request
}: CallParts): Call {
  return {
    request: {
      method: 'POST',
      host: 'ec2.us-east-1.amazonaws.com',
      target: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...request,
      body: Buffer.from(body),
    },
    action: { service: 'ec2', name: 'DescribeVpcs', kind: 'read', protocol: 'ec2', permissions: [], ...action },
    region,
    session,
  };
}

export const answerOf = (status: number, body: string, headers: CloudAnswer['headers'] = {}): CloudAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});
