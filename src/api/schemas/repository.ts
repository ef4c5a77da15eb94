import { Type } from 'typebox';
import { REPOSITORY_STATUSES } from '../../services/codehosts/status.ts';
import { AnalysisStatus } from './analysis.ts';
import { Severity } from './finding.ts';
import { Nullable, oneOf, Time } from './common.ts';

export const Repository = Type.Object(
  {
    id: Type.String({ examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'] }),
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
    status_detail: Nullable(Type.String({ description: 'What is wrong, and what to do' }), { examples: [null] }),
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
      Type.Object(
        {
          read_at: Time,
          sha: Nullable(Type.String({ description: 'The tree of the default branch that was read' })),
          problems: Type.Array(Type.Object({ path: Type.String(), detail: Type.String() }), {
            description: 'What could not be read or used of it, by file',
          }),
        },
        { description: 'How its states are known' },
      ),
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
  },
  { title: 'Repository' },
);

export const RepositoryPatch = Type.Object(
  {
    public_details: Type.Boolean({
      description: 'Whether checks, comments and issues hold addresses, values and tags though everybody may read them',
      examples: [false],
    }),
  },
  { title: 'RepositoryPatch', additionalProperties: false },
);
