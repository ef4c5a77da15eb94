import { Type } from 'typebox';
import type { MappingSource } from '../../drift/mapping/types.ts';
import { Nullable, OrNull, Strict, Time } from './common.ts';

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
    status: Type.Unsafe<'read' | 'unreadable'>({ type: 'string', enum: ['read', 'unreadable'] }),
    code: Nullable(Type.String({ description: 'Why it could not be read' }), { examples: [null] }),
    detail: Nullable(Type.String(), { examples: [null] }),
    repo_id: Nullable(RepoId),
    repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
    path: Nullable(Path),
    source: Nullable(
      Type.Unsafe<MappingSource>({
        type: 'string',
        enum: ['api', 'config', 'backend'],
        description: 'By hand, by `.plumbline.yml`, or by a `backend "s3"` block',
        examples: ['backend'],
      }),
    ),
    why: Nullable(Type.String({ examples: ['backend "s3" in infra/network/main.tf'] })),
    also_claimed_by: Type.Array(
      Type.Object({
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
