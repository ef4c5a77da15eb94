import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  described,
  Id,
  LongCursor,
  Nullable,
  oneOf,
  PageFields,
  RepoId,
  Strict,
  Time,
  text,
  count,
  Named,
  About,
} from '../schemas/common.ts';
import { Counts, Severity } from '../schemas/finding.ts';
import { bySeverity } from '../../engine/model/analysis.ts';
import { countStates, listStates } from '../../services/state-mapping/list-states.ts';

const Path = text('Directory of the root module; `.` is the repository itself', 'infra/network');
export const State = Named('State', {
  key: text('Key of the object in the bucket', 'prod/network.tfstate'),
  serial: Nullable(Type.Integer()),
  lineage: Nullable(Type.String()),
  terraform_version: Nullable(Type.String()),
  status: oneOf(['read', 'unreadable']),
  code: Nullable(Type.String({ description: 'Why it could not be read' }), { examples: [null] }),
  detail: Nullable(Type.String(), { examples: [null] }),
  counts: Nullable(
    described(Counts, 'Verdicts on its instances by the last analysis; null where the state could not be read'),
  ),
  severity: Nullable(described(Severity, 'Of the worst finding of the last analysis; none = no drift'), {
    examples: ['high'],
  }),
  repo_id: Nullable(RepoId),
  repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
  path: Nullable(Path),
  source: Nullable(
    oneOf(['api', 'config', 'backend'], 'By hand, by `.plumbline.yml`, or by the block of a backend', ['backend']),
  ),
  why: Nullable(Type.String({ examples: ['backend "s3" in infra/network/main.tf'] })),
  also_claimed_by: Type.Array(
    Type.Object({
      claim_id: text('By which the claim can be accepted', 'clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc'),
      status: oneOf(
        ['proposed', 'contested'],
        'proposed = nobody has the state, and an admin may accept the claim; contested = it has an owner',
      ),
      repo_id: RepoId,
      repo_full_name: Type.String({ examples: ['acme/other'] }),
      path: Path,
      why: Type.String({ examples: ['backend "s3" in main.tf'] }),
    }),
    { description: 'Other repositories that say it is theirs' },
  ),
  analysis_id: text('The analysis that saw it last', 'an_0V3mKq8ZxYbD2nR5tW7uAe'),
  analysed_at: Time,
});

export const StateCounts = Named('StateCounts', {
  states: count('How many there are', 3),
  unmapped: count('Those of which no claim was accepted and that nobody has mapped', 3),
  proposed: count('Those among them that a repository claims', 3),
  contested: count('Those that another repository claims than the one that has them', 3),
  unreadable: count('Those that could not be read', 3),
  severities: About(
    'By the worst finding of the last analysis',
    bySeverity((one) => count(`Whose worst finding is ${one}`, 3)),
  ),
});

const StateFilters = Strict({
  ...PageFields,
  cursor: LongCursor,
  repo_id: Type.Optional(Id),
  source: Type.Optional(
    oneOf(
      ['api', 'config', 'backend', 'none'],
      'Only states with this source of their owner; none = without an accepted claim or mapping',
    ),
  ),
  claimed: Type.Optional(
    oneOf(
      ['proposed', 'contested'],
      'Only those that a repository claims which does not have them: proposed = nobody has them, contested = another one has',
    ),
  ),
  status: Type.Optional(oneOf(['read', 'unreadable'], 'Whether the last analysis could read it')),
  severity: Type.Optional(described(Severity, 'Only those whose worst finding is this severe')),
  q: Type.Optional(
    text('A part of the key, without regard to case', 'network', {
      minLength: 1,
      maxLength: 1000,
      pattern: '^[^\\u0000]+$',
    }),
  ),
});

export function stateRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'states');

  list('listStates', 'GET /api/v1/orgs/:org_id/states', 'read', {
    members: 'filtered',
    summary: 'States of an organization, with their repositories',
    description: 'The states of the latest analyses, by key.',
    query: StateFilters,
    items: State,
    call: listStates,
  });
  route('countStates', 'GET /api/v1/orgs/:org_id/states/counts', 'read', {
    members: 'filtered',
    summary: 'Number of states, by status and severity',
    success: { 200: StateCounts },
    call: countStates,
  });
}
