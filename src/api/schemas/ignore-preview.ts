import { Type } from 'typebox';
import { RULE_SOURCES, RULE_USES, SEVERITIES } from '../../engine/model/analysis.ts';
import type { PreviewExample } from '../../services/ignore-rules/preview.ts';
import { Nullable, oneOf, Time } from './common.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const EFFECTS: readonly PreviewExample['effect'][] = ['hidden', 'narrowed', 'unsure', 'back', 'unseen'];

const PreviewExampleSchema = Type.Object(
  {
    resource: Type.String({ examples: ['aws_autoscaling_group.web'] }),
    type: Type.String({ examples: ['aws_autoscaling_group'] }),
    state_key: Type.String({ examples: ['prod/web.tfstate'] }),
    kind: Nullable(oneOf(['changed', 'deleted'], 'Of its finding; null where it has none today')),
    severity: Nullable(oneOf(SEVERITIES)),
    effect: oneOf(
      EFFECTS,
      'hidden: its finding would not be told any more. narrowed: it would be told with less. unsure: what a rule asks of a value is not known, since it was too long to be kept. back: what is ignored today would be drift. unseen: it is not looked at today, and would be',
    ),
    attributes: Type.Array(Type.String(), {
      description: 'Taken out, or come back; at most 5, and none for the whole resource',
      examples: [['desired_capacity']],
    }),
    more_attributes: count('How many more there are'),
  },
  { title: 'IgnorePreviewExample' },
);

const PreviewedRule = Type.Object(
  {
    id: Type.String({ description: 'A rule without an id is called by its place: new-3', examples: ['new-1'] }),
    source: oneOf(RULE_SOURCES, 'file: it stands in the `.plumbline.yml` of a repository'),
    reason: Type.String({ examples: ['The autoscaler decides'] }),
    use: oneOf(RULE_USES),
    instances: count('Instances that it is about'),
    ignored: count('Those of them that it takes something out of, drift or not, today’s included'),
    warning: Type.Optional(Type.String({ description: 'What a person should know about it' })),
    hidden: count('Findings of today that would not be told any more, with something of each taken by this rule'),
    narrowed: count('Findings of today that would be told with less'),
    examples: Type.Array(PreviewExampleSchema, { description: 'At most 20, the worst first' }),
  },
  { title: 'PreviewedRule' },
);

export const IgnorePreview = Type.Object(
  {
    states: count('States whose latest look this rests on'),
    unread_states: count('Those of them that could not be read: of these nothing is known'),
    oldest_look_at: Nullable(Time),
    complete: Type.Boolean({ description: 'False where there are more instances than a preview looks at' }),
    instances: count('Instances that were looked at'),
    findings: count('Findings of today'),
    hidden: count('Findings that would not be told any more'),
    narrowed: count('Findings that would be told with less'),
    unsure: count('Instances of which it is not known'),
    back: count('Instances with drift that is ignored today and would not be any more'),
    unseen: count('Instances that are not looked at today and would be'),
    examples: Type.Array(PreviewExampleSchema, { description: 'At most 20 of each effect, the worst first' }),
    rules: Type.Array(PreviewedRule, { description: 'In the order of the list, and behind it those of repositories' }),
  },
  { title: 'IgnorePreview' },
);
