import swagger from '@fastify/swagger';
import { LIMIT_HEADERS, withLimitHeaders } from './openapi-limits.ts';
import type { Access, App } from './types.ts';

const DESCRIPTION = `Plumbline tells where the live cloud no longer matches its Terraform state.

Every request but the probes and this document carries \`Authorization: Bearer <API key>\`. Errors have one form; times
are RFC 3339 in UTC; lists are bare arrays, newest first, paged by \`limit\` and the \`Link\` header. Requests are limited
per key and per organization over any 60 seconds; every answer tells how the limits stand, and 429 when to try again.`;

const NEEDS: Record<Access, string> = {
  public: 'No key is needed.',
  read: 'Needs a key with the scope `read`.',
  write: 'Needs a key with the scope `write`.',
  admin: 'Needs a key with the scope `admin`.',
  operator: 'Needs the operator key.',
};

/** Describes every route that is registered afterwards in an OpenAPI 3.1 document, made of their own schemas. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plumbline',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'probes', description: 'Is the service there, and can it work?' },
        { name: 'organizations', description: 'Tenants of this instance.' },
        { name: 'keys', description: 'API keys of an organization.' },
        { name: 'audit', description: 'Changes, and who made them.' },
        { name: 'clouds', description: 'How an organization’s cloud is reached.' },
        { name: 'analyses', description: 'Runs over the states in scope, and what they found.' },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } }, headers: LIMIT_HEADERS },
      security: [{ key: [] }],
    },
    transform: ({ schema, url, route }) => {
      const access: Access = route.config?.access ?? 'operator';
      const needs = NEEDS[access];
      const described = { ...schema, description: schema.description ? `${schema.description}\n\n${needs}` : needs };
      return { url, schema: access === 'public' ? { ...described, security: [] } : described };
    },
    transformObject: (document) => ('openapiObject' in document ? withLimitHeaders(document.openapiObject) : {}),
  });
}
