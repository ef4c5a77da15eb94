import { Type } from 'typebox';
import { oneAtATime } from '../http/in-turn.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Nullable, OrNull, Strict, text, count, LINE, NamedStrict, Named, RepoId } from '../schemas/common.ts';
import {
  getStateMappings,
  replaceStateMappings,
  previewStateMappings,
} from '../../services/state-mapping/hand-mappings.ts';

const Path = text('Directory of the root module; `.` is the repository itself', 'infra/network');
const line = (maxLength: number, description: string, example: string) =>
  text(description, example, { minLength: 1, maxLength, pattern: LINE });

const fields = {
  state: line(1024, 'Glob over the key of the state: `*` stands for any text', 'prod/network*'),
  repo_id: OrNull(
    text('null: it belongs to the organization, whatever repositories say', null, {
      maxLength: 64,
      pattern: '^[A-Za-z0-9_]+$',
    }),
  ),
  path: Type.Optional(
    line(
      1024,
      "Directory of the root module; without it that of the repository's own claim, else all of it",
      'infra/network',
    ),
  ),
  reason: Type.Optional(line(500, 'Why; shown with the state', 'The code moves in spring')),
};
const mappings = (Mapping: ReturnType<typeof Strict<typeof fields>>) =>
  Type.Array(Mapping, { maxItems: 500, description: 'Apply in this order; the first that fits a key counts' });
const Mapping = NamedStrict('StateMapping', fields);

export const StateMappings = Named('StateMappings', {
  version: count('Grows with every change', 3),
  mappings: mappings(Mapping),
});

const Owner = Type.Object({
  repo_id: Nullable(RepoId),
  repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
  path: Nullable(Path),
  why: Nullable(Type.String({ examples: ['backend "s3" in infra/network/main.tf'] })),
});

export const MappingPreview = Named('MappingPreview', {
  changed: count('How many states would belong to another repository, or to another directory of it', 1),
  changes: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['prod/network.tfstate'] }),
      before: Owner,
      after: Owner,
    }),
    { description: 'The first hundred of them, by key; without `repo_id` a state is the organization’s' },
  ),
  decides: Type.Array(Type.Integer({ minimum: 0, examples: [1] }), {
    description: 'For each mapping, in their order, how many states it decides',
  }),
  complete: Type.Boolean({
    description:
      'False where there are more states and mappings than a preview has time for: of the last states nothing is said',
    examples: [true],
  }),
});

export const PreviewedMappings = NamedStrict('PreviewedMappings', { mappings: mappings(Mapping) });

export const NewStateMappings = Strict(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description:
          'The version that was read: 409 when it is not in force any more. Without it, whatever is there is replaced',
      }),
    ),
    mappings: mappings(Mapping),
  },
  {
    title: 'NewStateMappings',
    examples: [{ mappings: [{ state: 'shared/*', repo_id: null, reason: 'Everybody uses it' }] }],
  },
);

export function stateMappingRoutes(app: App): void {
  const { route } = operationsOf(app, 'states');

  route('previewStateMappings', 'POST /api/v1/orgs/:org_id/state-mappings/preview', 'read', {
    summary: 'Preview the effect of mappings by hand',
    description: 'Covers the states of the latest analyses. Changes nothing.',
    body: PreviewedMappings,
    success: { 200: MappingPreview },
    call: oneAtATime(previewStateMappings),
  });
  route('getStateMappings', 'GET /api/v1/orgs/:org_id/state-mappings', 'read', {
    summary: 'Mappings of states to repositories by hand',
    success: { 200: StateMappings },
    call: getStateMappings,
  });
  route('replaceStateMappings', 'PUT /api/v1/orgs/:org_id/state-mappings', 'write', {
    summary: 'Replace the mappings of states to repositories by hand',
    description: 'Takes the answer of `GET`, edited. Mappings by hand win over claims of repositories.',
    body: NewStateMappings,
    success: { 200: StateMappings },
    errors: [409],
    call: replaceStateMappings,
  });
}
