import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { untilGone } from '../http/in-turn.ts';
import { refuse } from './refusals.ts';
import { serveTools, type Message } from './serve.ts';
import { getAnalysisTool } from './tools/get-analysis.ts';
import { getIncidentTool } from './tools/get-incident.ts';
import { listDriftTool } from './tools/list-drift.ts';
import { listUnmanagedTool } from './tools/list-unmanaged.ts';
import { recallTool } from './tools/recall.ts';

/** In the order in which they are listed. */
const TOOLS = [recallTool, listDriftTool, getAnalysisTool, getIncidentTool, listUnmanagedTool];
const RECALLS = new Set(TOOLS.filter((tool) => tool.recalls).map(({ name }) => name));

/** The limits of a message: a tool call counts like the API operation that it corresponds to. */
function drawnOn({ method, params }: Message): 'recall' | undefined {
  return method === 'tools/call' && typeof params?.name === 'string' && RECALLS.has(params.name) ? 'recall' : undefined;
}

/** Refuses pages of other origins, whatever host name they use for this server (DNS rebinding). */
function checkOrigin({ headers: { origin } }: FastifyRequest, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin)) return;
  throw new AppError(
    'forbidden',
    'Pages of this origin may not call: whoever operates this server can name it in PLUMBLINE_CORS_ORIGINS.',
  );
}

/** Responses are JSON, never a stream. */
function checkAccept({ headers: { accept } }: FastifyRequest): void {
  if (accept === undefined || /(?:application|\*)\/(?:json|\*)/i.test(accept)) return;
  throw new AppError(
    'not_acceptable',
    'Answers are JSON: accept application/json (and, as the protocol has it, text/event-stream).',
  );
}

function messageOf(body: unknown): Message {
  if (Array.isArray(body))
    throw new AppError(
      'bad_request',
      'Send one JSON-RPC message a request: batches are not part of the protocol any more.',
    );
  if (typeof body !== 'object' || body === null)
    throw new AppError('bad_request', 'The body has to be one JSON-RPC message.');
  return body;
}

async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = answer.headers.get('content-type');
  if (type !== null) void reply.type(type);
  return reply.code(answer.status).send(await answer.text());
}

/**
 * POST /mcp: the tools of the Model Context Protocol, over streamable HTTP without sessions. It has the same access,
 * keys and limits as the API; GET and DELETE, which concern sessions, are 405.
 */
export async function mcpRoute(app: App, options: ApiOptions): Promise<void> {
  const { corsOrigins = [] } = options.http ?? {};
  const serve = serveTools(app, TOOLS, options.version);
  await app.register(async (scope: App) => {
    scope.setErrorHandler((error: AppError, request, reply) => refuse(app, error, request, reply));
    scope.post(
      '/mcp',
      { config: { access: 'read', limits: 'by-call' }, schema: { hide: true } },
      async (request, reply) => {
        checkOrigin(request, corsOrigins);
        checkAccept(request);
        const message = messageOf(request.body);
        await app.draw(request, drawnOn(message));
        return relay(await serve(request, message, untilGone(reply)), reply);
      },
    );
  });
}
