import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { visible, visibleLines } from '../../base/visible.ts';
import { fieldsOf, toAppError } from '../http/errors.ts';
import type { App } from '../http/types.ts';
import type { Tool } from './tools/tool.ts';
import { harmless, MARK, NOTICE, wrapped } from './untrusted.ts';

type Caller = {
  /** Runs a call of the tool; throws errors that are not the caller's fault (5xx) as an `AppError`. */
  (request: FastifyRequest, args: unknown): Promise<CallToolResult>;
};

/** Reports an error to an agent as a tool result, which it can read, so that it can call again. */
function refusal({ code, status, message, fields = [] }: AppError): CallToolResult {
  const lines = [
    `Error ${code} (${status}): ${visibleLines(message)}`,
    ...fields.map((field) => `- ${visible(field.path)}: ${visible(field.message)}`),
    ...(code === 'invalid_input' ? ['Call the tool again with arguments that fit its input schema.'] : []),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

/** Compiles a tool for calls: its arguments are validated as strictly as a body of the API, by the same validator. */
export function callable(app: App, tool: Tool): Caller {
  const validate = app.validatorCompiler?.({ schema: tool.input, method: 'POST', url: '/mcp', httpPart: 'body' });
  if (!validate) throw new Error('tools are added before there is a validator');

  function fit(args: unknown): unknown {
    const input = structuredClone(args ?? {});
    if (validate?.(input) === true) return input;
    const problems = (validate as { errors?: Parameters<typeof fieldsOf>[0] | null }).errors ?? [];
    throw new AppError('invalid_input', `The arguments of ${tool.name} do not fit.`, { fields: fieldsOf(problems) });
  }

  return async (request, args) => {
    try {
      const result = await tool.call(request.ctx, fit(args));
      return {
        content: [{ type: 'text', text: wrapped(result), _meta: MARK }],
        structuredContent: harmless({ notice: NOTICE, ...result.data }) as Record<string, unknown>,
        _meta: MARK,
      };
    } catch (error) {
      const appError = toAppError(error as AppError, request);
      if (appError.status >= 500) throw appError;
      return refusal(appError);
    }
  };
}
