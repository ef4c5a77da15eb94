import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import type { Answerer, Call, CloudAnswer, Session } from '../call/types.ts';
import { createBatches } from './batches.ts';
import { logGroups } from './log-groups.ts';
import { recordSets } from './route53.ts';
import type { Batcher } from './types.ts';
import { inner, kids, outer, parseXml, textOf, withInner, type Xml } from './xml.ts';

const never = new AbortController().signal;
const response = ({ status, body }: CloudAnswer): string => `${status} ${(body as Buffer).toString()}`;

/** Checks that concurrent calls get the cloud's own answers, with few more requests than calls. */
async function holds(
  batcher: () => Batcher,
  cloud: Answerer,
  rounds: readonly (readonly ((session: Session) => Call)[])[],
  more: number,
): Promise<void> {
  let asked = 0;
  const session = sessionOf();
  const answer = createBatches(() => [batcher()], { quietMs: 0, busyMs: 0 })((call, signal) => {
    asked += 1;
    return cloud(call, signal);
  });
  for (const round of rounds) {
    const both = await Promise.all(round.map((make) => answer(make(session), never)));
    const single = await Promise.all(round.map((make) => cloud(make(session), never)));
    expect(both.map(response)).toEqual(single.map(response));
  }
  expect(asked).toBeLessThanOrEqual(rounds.flat().length * (1 + more) + 1);
}

type Record = { name: string; type: string; identifier: string };

/** Lists record sets as Route 53 documents, at most three a page. */
function zone(records: readonly Record[]): Answerer {
  const order = ({ name, type, identifier }: Record): string => `${name} ${type} ${identifier}`;
  const sorted = records.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  return async ({ request }) => {
    const query = new URLSearchParams(request.target.split('?')[1]);
    const most = Math.min(3, Number(query.get('maxitems')));
    const from = `${query.get('name') ?? ''} ${query.get('type') ?? ''} ${query.get('identifier') ?? ''}`;
    const begin = query.has('name') ? sorted.findIndex((one) => order(one) >= from) : 0;
    const page = begin < 0 ? [] : sorted.slice(begin, begin + most);
    const last = page.at(-1);
    const next = begin < 0 ? undefined : sorted[begin + most];
    const list = page.map(({ name, type, identifier }) => {
      const id = identifier === '' ? '' : `<SetIdentifier>${identifier}</SetIdentifier>`;
      return `<ResourceRecordSet><Name>${name}</Name><Type>${type}</Type>${id}</ResourceRecordSet>`;
    });
    const same = last !== undefined && next?.name === last.name && next.type === last.type && next.identifier !== '';
    const tail =
      next === undefined
        ? '<IsTruncated>false</IsTruncated>'
        : `<IsTruncated>true</IsTruncated><NextRecordName>${next.name}</NextRecordName><NextRecordType>${next.type}</NextRecordType>` +
          (same ? `<NextRecordIdentifier>${next.identifier}</NextRecordIdentifier>` : '');
    const body = `<ResourceRecordSets>${list.join('')}</ResourceRecordSets>${tail}<MaxItems>${query.get('maxitems')}</MaxItems>`;
    return answerOf(200, `<?xml version="1.0"?>\n<List xmlns="x">${body}</List>`);
  };
}

test('answers a record set from a page as a list that begins there would', async () => {
  const record = fc.record({
    name: fc.constantFrom('a.z.', 'b.z.', String.raw`\052.z.`, 'c.z.', 'd.z.', 'e.z.'),
    type: fc.constantFrom('A', 'TXT'),
    identifier: fc.constantFrom('', 'x', 'y', 'z'),
  });
  const key = (one: Record): string => JSON.stringify([one.name, one.type, one.identifier === '']);
  const records = fc.uniqueArray(record, { selector: (one) => `${key(one)}${one.identifier}`, maxLength: 12 });
  const ask = ({ name, type, identifier }: Record) => {
    const target = `/2013-04-01/hostedzone/Z1/rrset?${new URLSearchParams({ maxitems: '1', name, type, ...(identifier && { identifier }) }).toString()}`;
    const action = { service: 'route53', name: 'ListResourceRecordSets', protocol: 'rest-xml' } as const;
    return (session: Session): Call => callOf({ method: 'GET', headers: {}, target, action, session });
  };
  const rounds = fc.array(fc.array(record, { minLength: 1, maxLength: 5 }), { maxLength: 4 });
  const wrong = await fc.check(
    fc.asyncProperty(records, rounds, (all, asked) =>
      holds(
        recordSets,
        zone(all),
        asked.map((round) => round.map(ask)),
        // A zone of several pages without any of the requested record sets.
        1,
      ),
    ),
    { numRuns: 60 },
  );
  expect(wrong).toMatchObject({ failed: false });
});

test('answers log groups from a shared list as their own list would', async () => {
  const name = fc
    .array(fc.constantFrom('/', 'a', 'b', 'é', '-'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''));
  const cloud =
    (names: readonly string[]): Answerer =>
    async ({ request }) => {
      const {
        logGroupNamePrefix = '',
        limit = 50,
        nextToken = '0',
      } = JSON.parse(request.body.toString()) as {
        logGroupNamePrefix?: string;
        limit?: number;
        nextToken?: string;
      };
      const all = names
        .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .filter((one) => one.startsWith(logGroupNamePrefix));
      const [begin, size] = [Number(nextToken), limit === 50 && logGroupNamePrefix.length < 2 ? 3 : 50];
      const logGroups = all.slice(begin, begin + size).map((logGroupName) => ({ logGroupName, storedBytes: 1.5 }));
      const more = begin + size < all.length ? { nextToken: `${begin + size}` } : {};
      return answerOf(200, JSON.stringify({ logGroups, ...more }));
    };
  const ask =
    (logGroupNamePrefix: string) =>
    (session: Session): Call =>
      callOf({
        body: JSON.stringify({ logGroupNamePrefix }),
        action: { service: 'logs', name: 'DescribeLogGroups', protocol: 'json' },
        session,
      });
  const long = name.map((one) => `/${one}`);
  const wrong = await fc.check(
    fc.asyncProperty(
      fc.uniqueArray(long, { maxLength: 12 }),
      fc.array(fc.array(long, { minLength: 1, maxLength: 5 }), { maxLength: 4 }),
      (names, rounds) =>
        holds(
          logGroups,
          cloud(names),
          rounds.map((round) => round.map(ask)),
          1,
        ),
    ),
    { numRuns: 60 },
  );
  expect(wrong).toMatchObject({ failed: false });
});

test('asks for a missing log group by itself, also where a longer name exists', async () => {
  const asked: string[] = [];
  const cloud: Answerer = async ({ request }) => {
    const { logGroupNamePrefix: prefix = '' } = JSON.parse(request.body.toString()) as { logGroupNamePrefix?: string };
    asked.push(prefix);
    const logGroups = ['/a/b', '/a/gone-2'].filter((one) => one.startsWith(prefix));
    return answerOf(200, JSON.stringify({ logGroups: logGroups.map((logGroupName) => ({ logGroupName })) }));
  };
  const session = sessionOf();
  const answer = createBatches(() => [logGroups()], { quietMs: 0, busyMs: 0 })(cloud);
  const action = { service: 'logs', name: 'DescribeLogGroups', protocol: 'json' } as const;
  const ask = (name: string) =>
    answer(callOf({ body: JSON.stringify({ logGroupNamePrefix: name }), action, session }), never);
  await Promise.all(['/a/b', '/a/gone'].map(ask));
  expect(asked).toEqual(['/a/', '/a/gone']);
});

test('reassembles XML as it was', () => {
  const text = fc.string({ maxLength: 6 }).map((value) =>
    value
      .replace(/[^ -~]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;'),
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      text.map((inside) => `<a>${inside}</a>`),
      fc.constant(`<b x="a > b"/>`),
      fc.constant("<!-- <a> --><c y='\"'></c>"),
      fc.array(tie('node'), { maxLength: 4 }).map((inside) => `<d n="1">\n${inside.join('\n')}</d>`),
    ),
  }));
  const again = (xml: Xml): string => {
    const inside = kids(xml);
    if (inside.length === 0) return outer(xml);
    let [content, at] = ['', xml.from];
    for (const kid of inside) {
      content += xml.document.slice(at, kid.start) + again(kid);
      at = kid.end;
    }
    return withInner(xml, content + xml.document.slice(at, xml.to));
  };
  const wrong = fc.check(
    fc.property(node, (inside) => {
      const document = `<?xml version="1.0"?>\n<root>${inside}</root>`;
      const root = parseXml(document);
      return `<?xml version="1.0"?>\n${again(root)}` === document && inner(root) === inside;
    }),
  );
  expect(wrong.counterexample).toBe(null);
  expect(textOf(parseXml('<a>&lt;&#65;&#x42;&amp;&quot;&unknown;</a>'))).toBe('<AB&"&unknown;');
  for (const broken of ['<a>', '<a></b>', '<a/><b/>', '', '<a', '<a><!-- </a>', '<a"', '<a b="c>'])
    expect(() => parseXml(broken)).toThrow(SyntaxError);
});

test('finds out in one pass that a tag does not end', () => {
  const begun = performance.now();
  for (const endless of ['a'.repeat(200_000), 'a b="c"'.repeat(30_000), 'a / '.repeat(50_000), 'a" "'.repeat(50_000)])
    expect(() => parseXml(`<${endless}`)).toThrow(SyntaxError);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
