import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { ERROR_TITLE, ErrorBody, errorSchema } from '../schemas/errors.ts';
import type { Access, App } from '../http/types.ts';
import { spellOutAdapters } from './adapter-paths.ts';
import { describeAnswers, inheritedStatuses, referToErrors } from './answers.ts';
import { relaxDefaults } from './defaults.ts';
import type { Document } from './document.ts';
import { addExamples } from './examples.ts';
import { addHeaders, HEADERS } from './headers.ts';
import { nameParameters, nameSchemas } from './named-schemas.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION = `Plumbline reports where the live cloud no longer matches its Terraform state.

Every request but the probes, signed webhooks and this document carries \`Authorization: Bearer <API key>\`. Errors have
one form; times are RFC 3339 in UTC; lists are bare arrays, newest first, paged by \`limit\` and the \`Link\` header.
Requests are limited per key and per organization over any 60 seconds; every answer reports the limits, and 429
when to try again.`;

const NEEDS: Record<Access, string> = {
  public: 'No key is needed.',
  read: 'Needs a key with the scope `read`.',
  write: 'Needs a key with the scope `write`.',
  admin: 'Needs a key with the scope `admin`.',
  operator: 'Needs the operator key.',
};

const FILTERED =
  'Who signed in at the code host and sees some repositories of the organization only is answered what concerns these.';

const SECURITY_SCHEMES = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of an organization (`plk_…`) with the scope that the operation names: `read` < `write` < `admin`.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator key of this instance. It is accepted wherever a key is.',
  },
} as const;

const securityOf = (access: Access): Record<string, string[]>[] => {
  if (access === 'public') return [];
  return [access === 'operator' ? { operator: [] } : { key: [] }];
};

/** Describes every route that is registered later in an OpenAPI 3.1 document, from the routes' own schemas. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plumbline',
        version,
        description: DESCRIPTION,
        contact: { name: 'Whoever operates this server' },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform({ schema, url, route }) {
      const { access = 'operator', limits, members } = route.config ?? {};
      const inherited = inheritedStatuses({
        method: String(route.method),
        isPublic: access === 'public',
        metered: limits !== 'exempt',
        schema,
      });
      const described: FastifySchema = {
        ...schema,
        description: [schema.description, members && FILTERED, NEEDS[access]].filter(Boolean).join('\n\n'),
        security: securityOf(access),
        response: {
          ...Object.fromEntries(inherited.map((status) => [status, errorSchema(status)])),
          ...(schema.response as object | undefined),
        },
      };
      return { url, schema: described };
    },
    transformObject: (input) => ('openapiObject' in input ? complete(input.openapiObject as Document) : {}),
  });
}

/** Adds to the document what the routes' schemas lack, and shares repeated parts. */
function complete(document: Document): Document {
  Object.assign((document.components ??= {}), {
    headers: HEADERS,
    schemas: { [ERROR_TITLE]: structuredClone(ErrorBody) },
  });
  spellOutAdapters(document);
  relaxDefaults(document);
  describeAnswers(document);
  referToErrors(document);
  addHeaders(document);
  nameSchemas(document);
  addExamples(document);
  nameParameters(document);
  return document;
}
