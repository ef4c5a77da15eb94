import { Type } from 'typebox';
import { oneAtATime } from '../http/in-turn.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { Nullable, oneOf, Strict, Time, text, count, LINE, Named } from '../schemas/common.ts';
import { RULE_SOURCES, RULE_USES, SEVERITIES } from '../../engine/model/analysis.ts';
import { getIgnoreRules, replaceIgnoreRules } from '../../services/ignore-rules/replace.ts';
import { EFFECTS, previewIgnoreRules } from '../../services/ignore-rules/preview.ts';

const line = (maxLength: number, description: string, example: string) =>
  text(description, example, { minLength: 1, maxLength, pattern: LINE });

const ValueTest = Type.Object(
  {
    equals: Type.Optional(
      Type.Unsafe<string | number | boolean>({
        anyOf: [{ type: 'string', maxLength: 512 }, { type: 'number' }, { type: 'boolean' }],
        examples: ['on'],
      }),
    ),
    matches: Type.Optional(line(512, 'Glob over the whole text', 'ami-*')),
    at_least: Type.Optional(Type.Number({ examples: [2] })),
    at_most: Type.Optional(Type.Number({ examples: [10] })),
    empty: Type.Optional(Type.Boolean({ description: 'true = the value is null or empty', examples: [false] })),
  },
  {
    title: 'ValueTest',
    additionalProperties: false,
    minProperties: 1,
    description:
      'Conditions on the value in the state (`before`) or the cloud (`after`); all must hold. Not applied to sensitive values',
    examples: [{ at_least: 2, at_most: 10 }],
  },
);

const fields = {
  id: Type.Optional(
    text('Letters, digits, _ and -; once in the list. Made where it is absent.', 'legacy-queues', {
      pattern: '^[A-Za-z0-9_-]{1,64}$',
    }),
  ),
  kind: Type.Optional(
    oneOf(
      ['unmanaged'],
      'The rule hides unmanaged objects, selected by type, name, tag, account, region and provider. Without it, the rule hides drift',
    ),
  ),
  name: Type.Optional(line(1024, 'Glob over the name or the id of an unmanaged object', 'sandbox-*')),
  tag: Type.Optional(line(512, 'Glob over the tags of an unmanaged object, as key=value', 'team=research')),
  address: Type.Optional(
    line(1024, 'Glob; holds for what lies below it too: a module, all instances of a resource', 'module.legacy'),
  ),
  type: Type.Optional(line(128, 'Glob over the resource type', 'aws_autoscaling_*')),
  attribute: Type.Optional(
    line(512, 'Glob; only these attributes and what lies below them. Without it, the whole instance', 'tags["team"]'),
  ),
  state: Type.Optional(line(1024, 'Glob over the key of the state object', 'sandbox/*')),
  region: Type.Optional(line(64, 'Glob over the region', 'eu-*')),
  account: Type.Optional(line(64, 'Glob over the id of the account', '123456789012')),
  provider: Type.Optional(line(255, 'Glob over the source of the provider', '*/hashicorp/aws')),
  before: Type.Optional(ValueTest),
  after: Type.Optional(ValueTest),
  reason: line(500, 'Why; it is shown with everything that is ignored', 'Scaled by hand until the migration'),
  expires_at: Type.Optional(
    text('From then on the rule does nothing', '2026-12-31T00:00:00.000Z', { format: 'date-time' }),
  ),
};

const IgnoreRule = Type.Object(fields, {
  title: 'IgnoreRule',
  additionalProperties: false,
  description: 'All selectors that it has must match; `*` stands for any text',
});

const rules = Type.Array(IgnoreRule, {
  maxItems: 200,
  description: 'Apply in this order; the first that matches counts',
});

const RuleUsage = Named('RuleUsage', {
  id: Type.String({ examples: ['legacy-queues'] }),
  use: oneOf(RULE_USES, 'By the last analysis; unused: it selects nothing any more'),
  analysis_id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  last_matched_at: Type.Optional(Time),
  unused_since: Type.Optional(Time),
});

export const IgnoreRules = Named('IgnoreRules', {
  version: count('Grows with every change', 3),
  rules,
  usage: Type.Array(RuleUsage, { description: 'Use of the rules by analyses since they were last changed' }),
});

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
        description: 'As `GET` gave it; ignored',
        examples: [[]],
      }),
    ),
  },
  {
    title: 'NewIgnoreRules',
    // Without a version, so that it works whatever version is stored.
    examples: [
      { rules: [{ type: 'aws_autoscaling_group', attribute: 'desired_capacity', reason: 'The autoscaler decides' }] },
    ],
  },
);

const PreviewExampleSchema = Named('IgnorePreviewExample', {
  resource: Type.String({ examples: ['aws_autoscaling_group.web'] }),
  type: Type.String({ examples: ['aws_autoscaling_group'] }),
  state_key: Type.String({ examples: ['prod/web.tfstate'] }),
  kind: Nullable(oneOf(['changed', 'deleted'], 'Of its finding; null where it has none today')),
  severity: Nullable(oneOf(SEVERITIES)),
  effect: oneOf(
    EFFECTS,
    'hidden: its finding would not be reported any more. narrowed: it would be reported with fewer differences. unsure: a rule depends on a value that was too long to be kept. back: it is ignored today and would be drift. unseen: it is not checked today, and would be',
  ),
  attributes: Type.Array(Type.String(), {
    description: 'Removed, or back again; at most 5, and none for the whole resource',
    examples: [['desired_capacity']],
  }),
  more_attributes: count('How many more there are'),
});

const PreviewedRule = Named('PreviewedRule', {
  id: text('A rule without an id is called by its place: new-3', 'new-1'),
  source: oneOf(RULE_SOURCES, 'file: it stands in the `.plumbline.yml` of a repository'),
  reason: Type.String({ examples: ['The autoscaler decides'] }),
  use: oneOf(RULE_USES),
  instances: count('Instances that it selects'),
  ignored: count('Those of them that it takes something out of, drift or not, today’s included'),
  warning: Type.Optional(Type.String({ description: 'A warning for people' })),
  hidden: count('Findings of today that would not be reported any more, each with something removed by this rule'),
  narrowed: count('Findings of today that would be reported with fewer differences'),
  examples: Type.Array(PreviewExampleSchema, { description: 'At most 20, the worst first' }),
});

export const IgnorePreview = Named('IgnorePreview', {
  states: count('States whose latest analysis this is based on'),
  unread_states: count('Those of them that could not be read, without a preview'),
  oldest_analysis_at: Nullable(Time),
  complete: Type.Boolean({ description: 'False where there are more instances than a preview checks' }),
  instances: count('Instances that were checked'),
  findings: count('Findings of today'),
  hidden: count('Findings that would not be reported any more'),
  narrowed: count('Findings that would be reported with fewer differences'),
  unsure: count('Instances whose effect is unknown'),
  back: count('Instances with drift that is ignored today and would not be any more'),
  unseen: count('Instances that are not checked today and would be'),
  examples: Type.Array(PreviewExampleSchema, { description: 'At most 20 of each effect, the worst first' }),
  rules: Type.Array(PreviewedRule, { description: 'In the order of the list, and behind it those of repositories' }),
});

export function ignoreRuleRoutes(app: App): void {
  const { route } = operationsOf(app, 'ignore rules');

  route('getIgnoreRules', 'GET /api/v1/orgs/:org_id/ignore-rules', 'read', {
    summary: 'The ignore rules of an organization',
    success: { 200: IgnoreRules },
    call: getIgnoreRules,
  });
  route('replaceIgnoreRules', 'PUT /api/v1/orgs/:org_id/ignore-rules', 'write', {
    summary: 'Replace the ignore rules',
    description:
      'Takes the answer of `GET`, edited. Rules count from the next analysis on. A rule that would ignore everything is refused.',
    body: NewIgnoreRules,
    success: { 200: IgnoreRules },
    errors: [409],
    call: replaceIgnoreRules,
  });
  route('previewIgnoreRules', 'POST /api/v1/orgs/:org_id/ignore-rules/preview', 'read', {
    summary: 'Preview the effect of ignore rules',
    description:
      'Takes the same body as `PUT` and stores nothing. The rules apply as in an analysis, together with those of repositories, to the latest analysis of each state.',
    body: NewIgnoreRules,
    success: { 200: IgnorePreview },
    call: oneAtATime(previewIgnoreRules),
  });
}
