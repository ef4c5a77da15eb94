import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request with its whole body. `path` is unchanged: still percent-encoded, with dots and double slashes. */
export type CloudRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type CloudResponse = { status: number; headers?: Record<string, string>; body?: Buffer | string };

/** An error with the cloud's code and message; each service writes it in its own XML format. */
export class CloudError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'CloudError';
    this.status = status;
    this.code = code;
  }
}

/** Reads a request to its end. Throws errors of the connection. */
export async function readRequest(message: IncomingMessage): Promise<CloudRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: message.headers,
    body: Buffer.concat(chunks),
  };
}

/** Writes a response; a HEAD request gets the headers of the body without the body. */
export function writeResponse(to: ServerResponse, method: string, response: CloudResponse): void {
  const body = Buffer.from(response.body ?? '');
  const length = response.status === 204 || response.status === 304 ? {} : { 'content-length': String(body.length) };
  to.writeHead(response.status, { ...length, ...response.headers });
  to.end(method === 'HEAD' ? undefined : body);
}
