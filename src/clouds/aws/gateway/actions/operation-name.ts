import type { CloudRequest, Protocol } from '../call/types.ts';

/** The operation's name in a request, and the protocol that the request is written in. */
export type Named = { protocol: Protocol; name: string };

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The `Action` of a form; undefined where there is not exactly one, or parsers could read it differently. */
function formAction(body: Buffer): string | undefined {
  const text = body.toString('utf8');
  // Some parsers read `;` as `&`. Signers write it as %3B.
  if (text.includes(';') || text.includes('\0')) return undefined;
  const fields = [...new URLSearchParams(text)];
  // Some parsers end a name at a zero byte, or read bytes that are not UTF-8 as letters.
  if (fields.some(([key]) => /[\0\uFFFD]/.test(key))) return undefined;
  const names = fields.filter(([key]) => key.trim().toLowerCase() === 'action');
  return names.length === 1 && names[0]?.[0] === 'Action' ? names[0][1] : undefined;
}

/**
 * The operation's name where the request contains it: in `Action` (query and ec2), a header (JSON), or the path (CBOR).
 * Undefined for a request with marks of two protocols, where it is unclear, and for REST services, whose requests have
 * no such marks.
 */
export function operationName(
  request: CloudRequest,
  { protocols, target }: { protocols: readonly Protocol[]; target: string },
): Named | undefined {
  const { headers } = request;
  const path = request.target;
  const [type, ...parameters] = (one(headers['content-type']) ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const marks = [
    headers['x-amz-target'] !== undefined,
    headers['smithy-protocol'] !== undefined,
    type === 'application/x-www-form-urlencoded',
  ];
  if (request.method !== 'POST' || marks.filter(Boolean).length !== 1 || headers['content-encoding'] !== undefined)
    return undefined;
  // The same bytes are other letters in another character encoding: a body could name two actions.
  if (!parameters.every((parameter) => /^(?:charset="?utf-?8"?)?$/.test(parameter))) return undefined;
  if (marks[0]) {
    const [, before, name] = /^(.+)\.(\w+)$/.exec(one(headers['x-amz-target']) ?? '') ?? [];
    // Some SDKs prefix the service's name with its package (`com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101`).
    const own = before !== undefined && (before === target || target.endsWith(`.${before}`));
    const json = protocols.includes('json') && path === '/' && own;
    return json && name !== undefined ? { protocol: 'json', name } : undefined;
  }
  if (marks[1]) {
    const name = /^\/service\/\w+\/operation\/(\w+)$/.exec(path)?.[1];
    const cbor = protocols.includes('smithy-rpc-v2-cbor') && one(headers['smithy-protocol']) === 'rpc-v2-cbor';
    return cbor && name !== undefined ? { protocol: 'smithy-rpc-v2-cbor', name } : undefined;
  }
  const protocol = protocols.find((each) => each === 'query' || each === 'ec2');
  // Any path is accepted: older SDKs send SQS requests to the queue's own path.
  const name = path.includes('?') ? undefined : formAction(request.body);
  return protocol !== undefined && name !== undefined ? { protocol, name } : undefined;
}
