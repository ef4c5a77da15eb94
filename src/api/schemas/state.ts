import { Type } from 'typebox';
import { bySeverity } from '../../engine/model/analysis.ts';
import { Counts, Severity } from './finding.ts';
import { described, Nullable, oneOf, OrNull, Strict, Time } from './common.ts';

const RepoId = Type.String({ examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'] });
const Path = Type.String({
  description: 'Directory of the root module; `.` is the repository itself',
  examples: ['infra/network'],
});
const text = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description, examples: [example] });

export const State = Type.Object(
  {
    key: Type.String({ description: 'Key of the object in the bucket', examples: ['prod/network.tfstate'] }),
    serial: Nullable(Type.Integer()),
    lineage: Nullable(Type.String()),
    terraform_version: Nullable(Type.String()),
    status: oneOf(['read', 'unreadable']),
    code: Nullable(Type.String({ description: 'Why it could not be read' }), { examples: [null] }),
    detail: Nullable(Type.String(), { examples: [null] }),
    counts: Nullable(
      described(Counts, 'Verdicts on its instances when it was looked at last; null where it could not be read'),
    ),
    severity: Nullable(described(Severity, 'Of the worst finding of the last look; none = no drift'), {
      examples: ['high'],
    }),
    repo_id: Nullable(RepoId),
    repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
    path: Nullable(Path),
    source: Nullable(
      oneOf(['api', 'config', 'backend'], 'By hand, by `.plumbline.yml`, or by a `backend "s3"` block', ['backend']),
    ),
    why: Nullable(Type.String({ examples: ['backend "s3" in infra/network/main.tf'] })),
    also_claimed_by: Type.Array(
      Type.Object({
        claim_id: Type.String({
          description: 'By which the claim can be accepted',
          examples: ['clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc'],
        }),
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
    analysis_id: Type.String({ description: 'The analysis that saw it last', examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    analysed_at: Time,
  },
  { title: 'State' },
);

const fields = {
  state: text(1024, 'Glob over the key of the state: `*` stands for any text', 'prod/network*'),
  repo_id: OrNull(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9_]+$',
      description: 'null: it belongs to the organization, whatever repositories say',
      examples: [null],
    }),
  ),
  path: Type.Optional(
    text(
      1024,
      "Directory of the root module; without it that of the repository's own claim, else all of it",
      'infra/network',
    ),
  ),
  reason: Type.Optional(text(500, 'Why; shown with the state', 'The code moves in spring')),
};
const mappings = (Mapping: ReturnType<typeof Strict<typeof fields>>) =>
  Type.Array(Mapping, { maxItems: 500, description: 'Asked in this order; the first that fits a key counts' });
const Mapping = Strict(fields, { title: 'StateMapping' });

export const StateMappings = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'Grows with every change', examples: [3] }),
    mappings: mappings(Mapping),
  },
  { title: 'StateMappings' },
);

const Owner = Type.Object({
  repo_id: Nullable(RepoId),
  repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
  path: Nullable(Path),
  why: Nullable(Type.String({ examples: ['backend "s3" in infra/network/main.tf'] })),
});

export const MappingPreview = Type.Object(
  {
    changed: Type.Integer({
      minimum: 0,
      description: 'How many states would belong to another repository, or to another directory of it',
      examples: [1],
    }),
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
  },
  { title: 'MappingPreview' },
);

export const PreviewedMappings = Strict({ mappings: mappings(Mapping) }, { title: 'PreviewedMappings' });

const many = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });
export const StateCounts = Type.Object(
  {
    states: many('How many there are'),
    unmapped: many('Those of which no claim was accepted and that nobody has mapped'),
    proposed: many('Those among them that a repository claims'),
    contested: many('Those that another repository claims than the one that has them'),
    unreadable: many('Those that could not be read'),
    severities: Type.Object(
      bySeverity((one) => many(`Whose worst finding is ${one}`)),
      {
        description: 'By the worst finding of the last look',
      },
    ),
  },
  { title: 'StateCounts' },
);

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
