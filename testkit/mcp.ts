import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AddressInfo } from 'node:net';
import type { App } from '../src/api/http/types.ts';

/** The revisions of MCP that Plumbline supports, with the official client's options for each. */
export const ERAS = [
  { revision: '2026-07-28', era: 'modern', mode: { pin: '2026-07-28' } },
  { revision: '2025-11-25', era: 'legacy', mode: 'legacy' },
] as const;
export type Era = (typeof ERAS)[number];

/** Makes the API listen on a free port; returns the URL of its MCP server. */
export async function listenMcp(app: App): Promise<URL> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`);
}

/** The official client, connected with a key. */
export async function connectMcp(
  url: URL,
  key: string | undefined,
  { mode }: Pick<Era, 'mode'> = ERAS[0],
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The message of a tool call, with the headers that each revision requires. */
export function toolCall(name: string, args: object, { revision }: Pick<Era, 'revision'> = ERAS[0]) {
  const modern = revision === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      ...(modern && { 'Mcp-Method': 'tools/call', 'Mcp-Name': name }),
    } as Record<string, string>,
    body: {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name, arguments: args, ...(modern && { _meta: meta }) },
    },
  };
}

/** The text, the data and the error flag of a tool result. */
export function textOfResult(result: unknown) {
  const { content, structuredContent, isError } = result as {
    content: { type: string; text: string }[];
    structuredContent: Record<string, unknown>;
    isError?: boolean;
  };
  return { text: content.map((one) => one.text).join('\n'), data: structuredContent, isError: isError ?? false };
}
