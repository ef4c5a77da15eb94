import { Type } from 'typebox';
import type { ListToolsResult } from '@modelcontextprotocol/server';
import { relax } from '../openapi/defaults.ts';
import type { Tool } from './tools/tool.ts';
import { NOTICE } from './untrusted.ts';

/** Read only, the same however often it is asked, and of nothing but what Plumbline has stored. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

type Described = ListToolsResult['tools'][number];
type ObjectSchema = Described['inputSchema'];

/** Schemas as JSON has them, without what TypeBox keeps beside it. */
const plain = (schema: object) => JSON.parse(JSON.stringify(schema)) as ObjectSchema;

/** What a client is told of a tool. The input schema is the one that calls are validated against. */
export function describeTool({ name, title, description, input, output }: Tool): Described {
  const { properties = {}, required = [], ...rest } = plain(output);
  const notice = plain(Type.String({ description: 'How to read the rest', examples: [NOTICE] }));
  return {
    name,
    title,
    description,
    inputSchema: plain(relax(input)),
    outputSchema: { ...rest, properties: { notice, ...properties }, required: ['notice', ...required] },
    annotations: { title, ...ANNOTATIONS },
  };
}
