import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../../testkit/gateway-call.ts';
import { eachCandidate, type Candidate, type ListRequest } from '../../contract/inventory.ts';
import { createGateway } from '../gateway/gateway.ts';
import { guard } from '../gateway/actions/guard.ts';
import { createRateLimit } from '../gateway/rate-limit/rate-limit.ts';
import { createCallCounts } from '../gateway/sessions/call-counts.ts';
import type { Call, CloudAnswer } from '../gateway/call/types.ts';
import { createAwsLister } from './lister.ts';

const ACCOUNT = '123456789012';
const PLACE = { account: ACCOUNT, region: 'eu-west-1' };
const ROLES = (names: string, next = '') =>
  answerOf(
    200,
    `<ListRolesResponse><ListRolesResult><Roles>${names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => `<member><RoleName>${name}</RoleName><Arn>arn:aws:iam::${ACCOUNT}:role/${name}</Arn></member>`)
      .join(
        '',
      )}</Roles><IsTruncated>${next !== ''}</IsTruncated>${next && `<Marker>${next}</Marker>`}</ListRolesResult></ListRolesResponse>`,
  );

const TRUNCATED = answerOf(
  200,
  '<R><Roles><member><RoleName>a</RoleName></member></Roles><IsTruncated>true</IsTruncated></R>',
);

/** Lists a type in a cloud that answers each call with `answer`. */
async function listed(request: Partial<ListRequest>, answer: (call: Call) => CloudAnswer, table?: string) {
  const asked: string[] = [];
  const gateway = createGateway({
    stages: [guard, createRateLimit({ budgetMs: 50 })],
    upstream: async (call) => {
      asked.push(`${call.region} ${call.request.host} ${call.request.target} ${call.request.body.toString('utf8')}`);
      return answer(call);
    },
  });
  const session = gateway.session({
    by: {},
    account: ACCOUNT,
    credentials: async () => ({ accessKeyId: 'test', secretAccessKey: 'test' }),
    endpoint: undefined,
    secretValues: false,
    counter: createCallCounts().at(ACCOUNT),
  });
  const lister = createAwsLister({ gateway, sessionFor: () => session, ...(table !== undefined && { table }) });
  const candidates: Candidate[] = [];
  try {
    const outcome = await eachCandidate(
      lister.list({ type: 'aws_iam_role', place: PLACE, ...request }),
      (one) => void candidates.push(one),
    );
    return { asked, candidates, outcome };
  } finally {
    await gateway.close();
  }
}

describe('a list of AWS', () => {
  test('goes through all pages, also empty ones, and asks a global service once for all regions', async () => {
    const pages: Record<string, CloudAnswer> = { '': ROLES('a b', 'm1'), m1: ROLES('', 'm2'), m2: ROLES('c') };
    const { asked, candidates, outcome } = await listed(
      {},
      ({ request }) => pages[new URLSearchParams(request.body.toString('utf8')).get('Marker') ?? '']!,
    );
    expect(candidates.map(({ ids }) => ids)).toEqual(
      ['a', 'b', 'c'].map((name) => ({ importId: name, name, arn: `arn:aws:iam::${ACCOUNT}:role/${name}` })),
    );
    expect(outcome).toEqual({ type: 'aws_iam_role', ...PLACE, calls: 3, state: 'listed' });
    expect(asked[1]).toBe('us-east-1 iam.amazonaws.com / Action=ListRoles&Version=2010-05-08&Marker=m1');
  });

  test('reports what the role lacks', async () => {
    const denied = answerOf(403, '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>');
    const { candidates, outcome } = await listed({}, () => denied);
    expect(candidates).toEqual([]);
    expect(outcome).toMatchObject({
      state: 'not_listed',
      reason: 'denied',
      detail: 'iam:ListRoles was answered with AccessDenied: the role has to allow iam:ListRoles.',
    });
  });

  test.each([
    ['throttled', answerOf(400, '<Response><Error><Code>Throttling</Code></Error></Response>')],
    ['not_in_use', answerOf(400, '<Response><Error><Code>OptInRequired</Code></Error></Response>')],
    ['failed', answerOf(400, '<Response><Error><Code>ValidationError</Code></Error></Response>')],
    ['unknown_shape', answerOf(200, '<html><body>Sign in</html>')],
    ['unknown_shape', answerOf(200, '<R><ListRolesResult><Users><member/></Users></ListRolesResult></R>')],
    [
      'unknown_shape',
      answerOf(
        200,
        '<ListRolesResponse><ListRolesResult><Roles><member><Id>1</Id></member></Roles></ListRolesResult></ListRolesResponse>',
      ),
    ],
  ] as const)('is not listed for an answer that means %s', async (reason, answer) => {
    expect((await listed({}, () => answer)).outcome).toMatchObject({ state: 'not_listed', reason });
  });

  test('keeps what came before a page that fails, and is not listed', async () => {
    let page = 0;
    const { candidates, outcome } = await listed({}, () => (page++ === 0 ? ROLES('a', 'm1') : answerOf(403, '')));
    expect(candidates).toHaveLength(1);
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'denied', calls: 2 });
  });

  test('ends where a service names the same page again and again', async () => {
    const { outcome } = await listed({}, () => ROLES('a', 'm1'));
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'failed', calls: 2 });
  });

  test('does not take a page for the last one whose next is promised and not named', async () => {
    const { candidates, outcome } = await listed({}, () => TRUNCATED);
    expect(candidates).toHaveLength(1);
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'failed', calls: 1 });
  });

  test('does not take a page of mere text for an empty list', async () => {
    const { outcome } = await listed({}, () => answerOf(200, '<html>Please sign in.</html>'));
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'unknown_shape' });
  });

  test('asks once for each parent, and takes a parent without any for an empty list', async () => {
    const parents = ['reader', 'writer', 'reader', 'gone'].map((name) => ({
      type: 'aws_iam_role',
      ids: { importId: name },
    }));
    const { asked, candidates, outcome } = await listed({ type: 'aws_iam_role_policy', parents }, ({ request }) =>
      request.body.includes('gone')
        ? answerOf(404, '<Response><Error><Code>NoSuchEntity</Code></Error></Response>')
        : answerOf(200, '<R><PolicyNames><member>inline</member></PolicyNames></R>'),
    );
    expect(candidates.map(({ ids, parent }) => [ids.importId, parent])).toEqual(
      ['reader', 'writer'].map((id) => [`${id}:inline`, { type: 'aws_iam_role', id }]),
    );
    expect(asked).toHaveLength(3);
    expect(outcome).toMatchObject({ state: 'listed' });
  });

  test('says what it needs: parents, permission to be expensive, a list at all', async () => {
    const reasons = async (request: Partial<ListRequest>) => {
      const { asked, outcome } = await listed(request, () => answerOf(500, ''));
      return outcome.state === 'not_listed' && asked.length === 0 ? outcome.reason : undefined;
    };
    expect(await reasons({ type: 'aws_iam_role_policy' })).toBe('needs_parent');
    expect(await reasons({ type: 'aws_cloudwatch_log_stream', parents: [] })).toBe('expensive');
    expect(await reasons({ type: 'aws_no_such_type' })).toBe('no_list');
  });

  test('refuses an operation that does not only read', async () => {
    const table = '@\tiam\tiam\tquery\t2010-05-08\tiam.amazonaws.com@us-east-1\n>\tDeleteRole\n\tx\tRoles\t{}\n';
    const { asked, outcome } = await listed({ type: 'x' }, () => ROLES('a'), table);
    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ state: 'not_listed', reason: 'failed' });
  });
});
