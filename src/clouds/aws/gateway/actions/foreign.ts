import { accountsIn } from '../../../../base/accounts.ts';
import { readJson } from '../../../../base/strict-json.ts';
import type { Call, CloudRequest } from '../call/types.ts';
import { textsOfCbor } from './cbor-texts.ts';

/** Escaped characters: in URLs and forms, in JSON, in XML. */
const ESCAPED = /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*(\d{2,3});/gi;

const plain = (text: string): string =>
  text.replace(ESCAPED, (_, inUrl?: string, inJson?: string, inXml?: string, decimal?: string) =>
    String.fromCharCode(decimal === undefined ? Number.parseInt(inUrl ?? inJson ?? inXml ?? '', 16) : Number(decimal)),
  );

/** The text of a body; undefined where a service may read it differently: compressed, otherwise encoded, in pieces. */
function textIn({ request: { headers, body }, action: { protocol } }: Call): string | undefined {
  if (headers['content-encoding'] !== undefined) return undefined;
  if (protocol === 'smithy-rpc-v2-cbor') return textsOfCbor(body)?.join('\n');
  // A zero byte does not occur in texts of the other protocols.
  return body.includes(0) ? undefined : body.toString('utf8');
}

/** The text of a request: its host, target, body, and the headers that are parameters. */
function saidIn({ host, target, headers }: CloudRequest, bodyText: string): string {
  const parameters = Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz') ? value : []));
  // Decodes twice, since some services decode a URL on arrival and again where they use it.
  return plain(plain([host, target, ...parameters, bodyText].join('\n')));
}

/** The name of the table that a request for an item reads; undefined where it is unclear. */
function tableOf({ body }: CloudRequest): string | undefined {
  try {
    const parameters = readJson(body.toString('utf8'), { depth: 32, values: 10_000 });
    const { TableName: table } = parameters as { TableName?: unknown };
    return typeof table === 'string' ? table.replace(/^arn:.*:table\//, '') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Describes a resource of a call that no state of the analysis names; undefined where the states name all of them. The
 * owner of a bucket, table or queue can see each request, so that such a resource in another account could leak data,
 * even by reads.
 */
export function foreignIn(call: Call): string | undefined {
  const { action, request, session } = call;
  const { bucket, service, name } = action;
  const { named } = session;
  const bodyText = textIn(call);
  if (bodyText === undefined) return 'something that cannot be read here';
  if (bucket !== undefined && !named.buckets.has(bucket)) return 'a bucket that no state of this analysis names';
  const isItem = service === 'dynamodb' && name === 'GetItem';
  if (isItem && !named.tables.has(tableOf(request) ?? '')) return 'items of a table of which no state has any';
  const account = accountsIn(saidIn(request, bodyText)).find((one) => !named.accounts.has(one));
  return account === undefined ? undefined : 'an account that no state of this analysis names';
}
