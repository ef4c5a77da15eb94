import { Type } from 'typebox';
import { listRepositories } from '../../../services/repositories/list.ts';
import { sendPage } from '../../http/paging.ts';
import { errors, OrgParams, PageFields } from '../../schemas/common.ts';
import { Repository } from '../../schemas/repository.ts';
import type { ApiOptions, App } from '../../http/types.ts';

const querystring = Type.Object(
  {
    ...PageFields,
    cursor: Type.Optional(
      Type.String({
        ...PageFields.cursor,
        maxLength: 600,
        // A place in this list is a name too.
        pattern: '^repo_[0-9A-Za-z]{22}:[^\\u0000-\\u001f\\u007f]+$',
      }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\u0000]+$',
        description: 'A part of the name, without regard to case',
        examples: ['infra'],
      }),
    ),
  },
  { additionalProperties: false },
);

export function listRepositoriesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/repos',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listRepositories',
        summary: 'Repositories that the key may see, by name',
        tags: ['repositories'],
        querystring,
        response: { 200: Type.Array(Repository), ...errors(401, 403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listRepositories(request.ctx, request.query)),
  );
}

export function listOrganizationRepositoriesRoute(app: App, _options: ApiOptions): void {
  app.get(
    '/api/v1/orgs/:org_id/repos',
    {
      config: { access: 'read', members: 'filtered' },
      schema: {
        operationId: 'listOrganizationRepositories',
        summary: 'Repositories of an organization, by name',
        tags: ['repositories'],
        params: OrgParams,
        querystring,
        response: { 200: Type.Array(Repository), ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listRepositories(request.ctx, { ...request.query, ...request.params })),
  );
}
