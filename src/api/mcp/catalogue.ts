import { Type } from 'typebox';
import type { ListToolsResult } from '@modelcontextprotocol/server';
import { relax } from '../openapi/defaults.ts';
import type { Tool } from './tools/tool.ts';
import { NOTICE } from './untrusted.ts';

/** Read only, idempotent, and limited to Plumbline's stored data. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

type Described = ListToolsResult['tools'][number];
type ObjectSchema = Described['inputSchema'];

/** A schema as plain JSON, without TypeBox's symbols. */
const plain = (schema: object) => JSON.parse(JSON.stringify(schema)) as ObjectSchema;

/** A tool's description for clients. Calls are validated against the same input schema. */
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
