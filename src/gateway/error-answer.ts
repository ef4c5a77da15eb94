import type { CloudAnswer, CloudRequest, Headers, Protocol } from './types.ts';

/** What an SDK reads as the code of an error that is not the cloud's own. */
export type GatewayCode =
  | 'PlumblineRefused'
  | 'PlumblineUnknownEndpoint'
  | 'PlumblineSecretValuesOff'
  | 'PlumblineUnreachable'
  | 'PlumblineTimeout'
  | 'PlumblineBrokenAnswer'
  | 'PlumblineCredentials';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

/** Where no request reached the cloud there is no id of one. */
const REQUEST_ID = 'plumbline';

function xml(root: (error: string) => string, code: string, message: string): Buffer {
  const error = `<Code>${escape(code)}</Code><Message>${escape(message)}</Message>`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root(error)}`);
}

/** A text of CBOR (RFC 8949, major type 3). */
function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size = bytes.length;
  const head = size < 24 ? [0x60 + size] : size < 0x100 ? [0x78, size] : [0x79, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
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
      // S3 has its errors without an envelope and the others within one; readers of either find theirs here.
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

/** An error in the shape in which the SDKs read those of the cloud (https://smithy.io/2.0/aws/protocols/). */
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

/** The protocol of a request whose operation is not known, by what only one of them does. */
export function guessProtocol({ headers }: CloudRequest, service: string | undefined): Protocol {
  const type = String(headers['content-type'] ?? '');
  if (headers['smithy-protocol'] === 'rpc-v2-cbor') return 'smithy-rpc-v2-cbor';
  if (headers['x-amz-target'] !== undefined || type.startsWith('application/x-amz-json')) return 'json';
  if (type.startsWith('application/x-www-form-urlencoded')) return service === 'ec2' ? 'ec2' : 'query';
  return service === 's3' || service === 'route53' || service === 'cloudfront' ? 'rest-xml' : 'rest-json';
}
