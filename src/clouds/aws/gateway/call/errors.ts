import { cborText, escapeXml } from './encoding.ts';
import type { UpstreamErrorKind, CloudAnswer, CloudRequest, Headers, Protocol } from './types.ts';

/** The error of a call that the cloud did not answer. The message is for people and holds no secret. */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind;

  constructor(kind: UpstreamErrorKind, message: string) {
    super(message);
    this.name = 'UpstreamError';
    this.kind = kind;
  }
}

/** Errors are short: a longer body is no error document. */
const MAX_ERROR_BYTES = 64 * 1024;

/** `com.amazon.coral.service#ThrottlingException:http://internal.amazon.com/…` is `ThrottlingException`. */
const bare = (name: string): string => (/([^#]*)$/.exec(name)?.[1] ?? name).replace(/:.*$/s, '').trim();

/** The `__type` of an error in CBOR (RFC 8949): a text whose length is in its first or second byte. */
function cborType(body: Buffer): string | undefined {
  const at = body.indexOf('f__type') + 7;
  const first = at < 7 ? 0 : (body[at] ?? 0);
  if (first >= 0x60 && first < 0x78) return body.toString('utf8', at + 1, at + 1 + (first & 31));
  return first === 0x78 ? body.toString('utf8', at + 2, at + 2 + (body[at + 1] ?? 0)) : undefined;
}

/**
 * The AWS error code of an answer: from the header that REST and JSON services send, the JSON or CBOR body's `__type`
 * or `code`, or the XML body's `Code`. Undefined for a success, for a stream, and where there is no code (the answer to
 * a HEAD).
 */
export function errorCodeOf(answer: CloudAnswer): string | undefined {
  if (answer.status < 400) return undefined;
  const header = answer.headers['x-amzn-errortype'] ?? answer.headers['x-amzn-query-error'];
  const said = typeof header === 'string' ? header : header?.[0];
  // The query error header is `code;fault`.
  if (said !== undefined && said !== '') return bare(said.split(';')[0] ?? said);
  if (!Buffer.isBuffer(answer.body) || answer.body.length > MAX_ERROR_BYTES) return undefined;
  const text = answer.body.toString('utf8');
  const code =
    /<Code>\s*([^<\s]+)\s*<\/Code>/.exec(text)?.[1] ??
    /"(?:__type|code|Code)"\s*:\s*"([^"]+)"/.exec(text)?.[1] ??
    cborType(answer.body);
  return code === undefined ? undefined : bare(code);
}

/** The error codes of the gateway's own answers, as SDKs read them. */
export type GatewayCode =
  | 'PlumblineRefused'
  | 'PlumblineUnknownEndpoint'
  | 'PlumblineSecretValuesOff'
  | 'PlumblineUnreachable'
  | 'PlumblineTimeout'
  | 'PlumblineBrokenAnswer'
  | 'PlumblineCredentials';

/** No request reached the cloud, so there is no request id. */
const REQUEST_ID = 'plumbline';

function xml(root: (error: string) => string, code: string, message: string): Buffer {
  const error = `<Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message>`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root(error)}`);
}

function written(protocol: Protocol, code: string, message: string): { type: string; body: Buffer } {
  switch (protocol) {
    case 'ec2': {
      const root = (error: string) =>
        `<Response><Errors><Error>${error}</Error></Errors><RequestID>${REQUEST_ID}</RequestID></Response>`;
      return { type: 'text/xml', body: xml(root, code, message) };
    }
    case 'query':
    case 'rest-xml': {
      // S3's errors have no envelope, and those of the other services do; parsers of either kind find theirs here.
      const inner = protocol === 'rest-xml' ? (error: string) => error : () => '';
      const root = (error: string) =>
        `<ErrorResponse><Error><Type>Sender</Type>${error}</Error>${inner(error)}<RequestId>${REQUEST_ID}</RequestId></ErrorResponse>`;
      return { type: 'text/xml', body: xml(root, code, message) };
    }
    case 'smithy-rpc-v2-cbor': {
      const parts = ['__type', code, 'message', message].map(cborText);
      return { type: 'application/cbor', body: Buffer.concat([Buffer.from([0xa2]), ...parts]) };
    }
    case 'json':
    case 'rest-json': {
      const body = Buffer.from(JSON.stringify({ __type: code, message }));
      return { type: protocol === 'json' ? 'application/x-amz-json-1.1' : 'application/json', body };
    }
  }
}

/** An error answer in the protocol's format (https://smithy.io/2.0/aws/protocols/). */
export function errorAnswer(protocol: Protocol, status: number, code: string, message: string): CloudAnswer {
  const short = message.slice(0, 2_000);
  const { type, body } = written(protocol, code, short);
  const headers: Headers = {
    'content-type': type,
    'x-amzn-requestid': REQUEST_ID,
    ...(protocol.includes('json') ? { 'x-amzn-errortype': code } : {}),
    ...(protocol === 'smithy-rpc-v2-cbor' ? { 'smithy-protocol': 'rpc-v2-cbor' } : {}),
  };
  return { status, headers, body };
}

/** The protocol of a request whose operation is unknown, by features that only one protocol has. */
export function guessProtocol({ headers }: CloudRequest, service: string | undefined): Protocol {
  const type = String(headers['content-type'] ?? '');
  if (headers['smithy-protocol'] === 'rpc-v2-cbor') return 'smithy-rpc-v2-cbor';
  if (headers['x-amz-target'] !== undefined || type.startsWith('application/x-amz-json')) return 'json';
  if (type.startsWith('application/x-www-form-urlencoded')) return service === 'ec2' ? 'ec2' : 'query';
  return service === 's3' || service === 'route53' || service === 'cloudfront' ? 'rest-xml' : 'rest-json';
}

const NOT_THERE = /not_?found|no_?such|non_?exist|not_?exist/i;

/** True where an answer says explicitly that the resource does not exist. */
export function saysNotThere(answer: CloudAnswer): boolean {
  return answer.status === 404 || (answer.status === 400 && NOT_THERE.test(errorCodeOf(answer) ?? ''));
}
