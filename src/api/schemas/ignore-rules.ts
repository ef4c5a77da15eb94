import { Type } from 'typebox';
import { Strict } from './common.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description,
    examples: [example],
  });

const fields = {
  id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'Letters, digits, _ and -; once in the list. Made where it is absent.',
      examples: ['legacy-queues'],
    }),
  ),
  address: Type.Optional(
    text(1024, 'Glob; holds for what lies below it too: a module, all instances of a resource', 'module.legacy'),
  ),
  type: Type.Optional(text(128, 'Glob over the resource type', 'aws_autoscaling_*')),
  attribute: Type.Optional(
    text(512, 'Glob; only these attributes and what lies below them. Without it, the whole instance', 'tags["team"]'),
  ),
  state: Type.Optional(text(1024, 'Glob over the key of the state object', 'sandbox/*')),
  region: Type.Optional(text(64, 'Glob over the region', 'eu-*')),
  reason: text(500, 'Why; it is shown with everything that is ignored', 'Scaled by hand until the migration'),
  expires_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'From then on the rule does nothing',
      examples: ['2026-12-31T00:00:00.000Z'],
    }),
  ),
};

const IgnoreRule = Type.Object(fields, {
  title: 'IgnoreRule',
  additionalProperties: false,
  description: 'All selectors that it has must match; `*` stands for any text',
});

const rules = Type.Array(IgnoreRule, {
  maxItems: 200,
  description: 'Asked in this order; the first that matches counts',
});

export const IgnoreRules = Type.Object(
  { version: Type.Integer({ minimum: 0, description: 'Grows with every change', examples: [3] }), rules },
  { title: 'IgnoreRules' },
);

export const NewIgnoreRules = Strict(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description:
          'The version that was read: 409 when it is not in force any more. Without it, whatever is there is replaced',
      }),
    ),
    rules,
  },
  { title: 'NewIgnoreRules' },
);
