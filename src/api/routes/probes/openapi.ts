import type { ApiOptions, App } from '../../types.ts';

/** GET /openapi.json: this document, made of the routes' own schemas. */
export function openapiRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/openapi.json',
    {
      config: { access: 'public' },
      schema: { operationId: 'getOpenapi', summary: 'The machine-readable specification', tags: ['probes'] },
    },
    () => app.swagger(),
  );
}
