import { Type } from 'typebox';
import { errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const Document = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'An OpenAPI 3.1 document',
});

/** GET /openapi.json: this document, made of the routes' own schemas. */
export function openapiRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/openapi.json',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getOpenapi',
        summary: 'The machine-readable specification',
        tags: ['probes'],
        response: { 200: Document, ...errors() },
      },
    },
    () => app.swagger(),
  );
}
