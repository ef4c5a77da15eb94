import { Type } from 'typebox';
import { oneAtATime } from '../http/in-turn.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  Id,
  LongCursor,
  Nullable,
  oneOf,
  PageFields,
  RepoId,
  Strict,
  text,
  count,
  Named,
  NamedStrict,
} from '../schemas/common.ts';
import { acceptStateClaims } from '../../services/state-mapping/accept-claims.ts';
import { listStateClaims } from '../../services/state-mapping/list-claims.ts';

const Name = Type.String({ examples: ['acme/infrastructure'] });
const Key = Type.String({ examples: ['prod/network.tfstate'] });
const ClaimId = Type.String({ examples: ['clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc'] });

export const StateClaim = Named('StateClaim', {
  id: ClaimId,
  status: oneOf(
    ['accepted', 'proposed', 'contested'],
    'accepted = its states belong to the repository; proposed = an admin may accept it; contested = its states have an owner',
  ),
  repo_id: RepoId,
  repo_full_name: Name,
  key: text('Key of the state; with `pattern`, a glob over keys', 'prod/network.tfstate'),
  pattern: Type.Boolean({ examples: [false] }),
  workspaces: Nullable(
    Type.String({
      description: 'Where the states of its workspaces lie: `<workspaces>/<workspace>/<key>`; null where it names none',
    }),
    { examples: ['env:'] },
  ),
  path: text('Directory of the root module', 'infra/network'),
  source: oneOf(['config', 'backend'], 'By `.plumbline.yml`, or by the block of a backend'),
  why: Type.String({ examples: ['backend "s3" in infra/network/main.tf'] }),
  states: Type.Array(Key, {
    description: 'The first of the known states that it names and that the repository has or would have',
  }),
  state_count: count('How many they are', 1),
  also_claimed_by: Type.Array(Name, {
    description: 'Other repositories that claim states which nobody has; the first twenty',
    examples: [[]],
  }),
  disputed: Type.Boolean({
    description: 'Another repository names such a state by its key, too: accept one of the two',
    examples: [false],
  }),
  contested_states: Type.Array(
    Type.Object({
      key: Key,
      repo_id: Nullable(RepoId),
      repo_full_name: Nullable(Name),
      by_hand: Type.Boolean({ description: 'Whether the owner was set by hand', examples: [false] }),
    }),
    {
      description:
        'The first of the known states that it names and that somebody else has; without `repo_id` the organization',
    },
  ),
  contested_count: count('How many they are', 1),
});

export const StateClaimsToAccept = NamedStrict('StateClaimsToAccept', {
  claims: Type.Array(
    Type.String({
      maxLength: 64,
      pattern: '^clm_[A-Za-z0-9_-]+$',
      examples: ['clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc'],
    }),
    { minItems: 1, maxItems: 1000, description: 'Ids of claims' },
  ),
  take_over: Type.Optional(
    Type.Boolean({
      description: 'Also take the states that other repositories have; those that were set by hand stay',
      examples: [false],
    }),
  ),
});

const Owner = Type.Object({ repo_id: Nullable(RepoId), repo_full_name: Nullable(Name) });

export const AcceptedStateClaims = Named('AcceptedStateClaims', {
  accepted: count('How many claims were accepted now', 1),
  changed: count('How many states have another owner now', 1),
  changes: Type.Array(Type.Object({ key: Key, before: Owner, after: Owner }), {
    description: 'The first hundred of them, by key; without `repo_id` a state is the organization’s',
  }),
});

export function stateClaimRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'states');

  list('listStateClaims', 'GET /api/v1/orgs/:org_id/state-claims', 'read', {
    summary: 'Claims of repositories to states',
    description:
      'The claims in the files of repositories, by repository and key. A claim gives a repository nothing before an admin accepts it.',
    query: Strict({
      ...PageFields,
      cursor: LongCursor,
      repo_id: Type.Optional(Id),
      status: Type.Optional(oneOf(['accepted', 'proposed', 'contested'], 'Only claims with this status')),
    }),
    items: StateClaim,
    call: oneAtATime(listStateClaims),
  });
  route('acceptStateClaims', 'POST /api/v1/orgs/:org_id/state-claims/accept', 'admin', {
    summary: 'Accept claims of repositories to states',
    description:
      'From then on the states belong to the repository, for as long as it makes the claim. Takes ids from the list of claims; all of them are accepted, or none.',
    body: StateClaimsToAccept,
    success: { 200: AcceptedStateClaims },
    errors: [409],
    call: oneAtATime(acceptStateClaims),
  });
}
