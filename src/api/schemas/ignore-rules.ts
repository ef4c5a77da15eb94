import { Type } from 'typebox';
import { RULE_USES } from '../../engine/model/analysis.ts';
import { oneOf, Strict, Time } from './common.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description,
    examples: [example],
  });

const ValueTest = Type.Object(
  {
    equals: Type.Optional(
      Type.Unsafe<string | number | boolean>({
        anyOf: [{ type: 'string', maxLength: 512 }, { type: 'number' }, { type: 'boolean' }],
        examples: ['on'],
      }),
    ),
    matches: Type.Optional(text(512, 'Glob over the whole text', 'ami-*')),
    at_least: Type.Optional(Type.Number({ examples: [2] })),
    at_most: Type.Optional(Type.Number({ examples: [10] })),
    empty: Type.Optional(Type.Boolean({ description: 'Whether there is nothing', examples: [false] })),
  },
  {
    title: 'ValueTest',
    additionalProperties: false,
    minProperties: 1,
    description:
      'What the state (`before`) or the cloud (`after`) has to say of the attribute; all of it must hold. Not asked of sensitive values',
    examples: [{ at_least: 2, at_most: 10 }],
  },
);

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
  account: Type.Optional(text(64, 'Glob over the id of the account', '123456789012')),
  provider: Type.Optional(text(255, 'Glob over the source of the provider', '*/hashicorp/aws')),
  before: Type.Optional(ValueTest),
  after: Type.Optional(ValueTest),
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

const RuleUsage = Type.Object(
  {
    id: Type.String({ examples: ['legacy-queues'] }),
    use: oneOf(RULE_USES, 'As the last analysis said it; unused: it is about nothing any more'),
    analysis_id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    last_matched_at: Type.Optional(Time),
    unused_since: Type.Optional(Time),
  },
  { title: 'RuleUsage' },
);

export const IgnoreRules = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'Grows with every change', examples: [3] }),
    rules,
    usage: Type.Array(RuleUsage, { description: 'What analyses said of the rules since they are as they are' }),
  },
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
    usage: Type.Optional(
      Type.Array(Type.Unsafe<unknown>({ type: 'object' }), {
        maxItems: 200,
        description: 'As `GET` gave it; not looked at',
        examples: [[]],
      }),
    ),
  },
  {
    title: 'NewIgnoreRules',
    // Without a version, so that it can be sent whatever is there.
    examples: [
      { rules: [{ type: 'aws_autoscaling_group', attribute: 'desired_capacity', reason: 'The autoscaler decides' }] },
    ],
  },
);
