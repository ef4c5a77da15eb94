import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { AnalysisStatus } from '../schemas/analysis.ts';
import { Nullable, oneOf, PageFields, Strict, Time, text, About, Named, RepoId } from '../schemas/common.ts';
import { Severity } from '../schemas/finding.ts';
import { REPOSITORY_STATUSES } from '../../services/codehosts/status.ts';
import { listRepositories } from '../../services/repositories/list.ts';
import { updateRepository } from '../../services/repositories/update.ts';

export const Repository = Named('Repository', {
  id: RepoId,
  org_id: Type.String(),
  codehost: Type.String({ examples: ['github'] }),
  external_id: Type.Integer({ description: "The code host's number of it, which outlives names" }),
  full_name: Type.String({ examples: ['acme/infrastructure'] }),
  web_url: Nullable(Type.String({ description: 'Where the code host shows it; null without a GitHub App' }), {
    examples: ['https://github.com/acme/infrastructure'],
  }),
  private: Type.Boolean({ description: 'Not everybody may read it' }),
  public_details: Type.Boolean({
    description:
      'Whether reports in it hold details while it is public. Without it they hold verdicts, counts and a link',
  }),
  archived: Type.Boolean(),
  default_branch: Nullable(Type.String()),
  created_at: Time,
  status: oneOf(
    REPOSITORY_STATUSES,
    'Whether the App can do its work here: suspended = the installation is; unauthorized = its credentials are not taken; missing_permissions = an owner has to accept what it needs; not_visible = it does not find the repository',
  ),
  status_detail: Nullable(Type.String({ description: 'The problem, and the advice' }), { examples: [null] }),
  states: Type.Array(Type.Object({ key: Type.String(), path: Type.String() }), {
    description: 'The first hundred of its states that analyses found, and the directories of their root modules',
    examples: [[{ key: 'prod/network.tfstate', path: 'infra/network' }]],
  }),
  state_count: Type.Integer({ description: 'How many there are' }),
  proposed_count: Type.Integer({
    description: 'How many states it claims that nobody has: they are its own once an admin accepts its claims',
    examples: [2],
  }),
  mapping: Nullable(
    About('The source of its states', {
      read_at: Time,
      sha: Nullable(Type.String({ description: 'The tree of the default branch that was read' })),
      problems: Type.Array(Type.Object({ path: Type.String(), detail: Type.String() }), {
        description: 'The parts that could not be read or used, by file',
      }),
    }),
  ),
  open_incidents: Type.Integer({ description: 'Incidents of it that are not resolved' }),
  last_analysis: Nullable(
    Type.Object({
      id: Type.String(),
      status: AnalysisStatus,
      severity: Severity,
      created_at: Time,
      finished_at: Nullable(Time),
    }),
  ),
});

export const RepositoryPatch = Type.Object(
  {
    public_details: Type.Boolean({
      description: 'Whether checks, comments and issues hold addresses, values and tags though everybody may read them',
      examples: [false],
    }),
  },
  { title: 'RepositoryPatch', additionalProperties: false },
);

const RepositoryFilters = Strict({
  ...PageFields,
  cursor: Type.Optional(
    Type.String({
      ...PageFields.cursor,
      maxLength: 600,
      // The list is ordered by name.
      pattern: '^repo_[0-9A-Za-z]{22}:[^\\u0000-\\u001f\\u007f]+$',
    }),
  ),
  q: Type.Optional(
    text('A part of the name, without regard to case', 'infra', {
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]+$',
    }),
  ),
});

export function repositoryRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'repositories');

  list('listRepositories', 'GET /api/v1/repos', 'read', {
    members: 'filtered',
    summary: 'Repositories that the key may see, by name',
    query: RepositoryFilters,
    items: Repository,
    call: listRepositories,
  });
  list('listOrganizationRepositories', 'GET /api/v1/orgs/:org_id/repos', 'read', {
    members: 'filtered',
    summary: 'Repositories of an organization, by name',
    query: RepositoryFilters,
    items: Repository,
    call: listRepositories,
  });
  route('updateRepository', 'PATCH /api/v1/orgs/:org_id/repos/:repo_id', 'admin', {
    summary: 'Allow details in reports of a public repository, or take them back',
    description:
      'In a public repository checks, comments and issues hold verdicts, counts and a link. With `public_details` they hold addresses, values and tags, which everybody may read then.',
    body: RepositoryPatch,
    success: { 200: Repository },
    call: updateRepository,
  });
}
