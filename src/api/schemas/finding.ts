import { Type } from 'typebox';
import { FINDING_KINDS, RULE_SOURCES, SEVERITIES, VERDICTS } from '../../engine/model/analysis.ts';
import { MAX_ATTRIBUTES } from '../../engine/report/finding.ts';
import { Nullable, described, oneOf, Time, text, Count, count, Named, About } from './common.ts';
import { ImportBy, ObjectClass, ObjectParent } from './object-fields.ts';

const AnyJson = (example: unknown) => Type.Unsafe<unknown>({ description: 'Any JSON value', examples: [example] });

export const Severity = oneOf(SEVERITIES, 'From worst to best; none = no finding');
export const Verdict = oneOf(VERDICTS, 'Result of checking an instance');

export const Counts = Named('InstanceCounts', 'Instances, by verdict', {
  resources: Count,
  ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, Count])),
  following: Type.Optional(
    count(
      'How many of the changed are side effects of another finding; absent where that was not counted yet when it was stored',
    ),
  ),
});

export const FindingKind = oneOf(
  FINDING_KINDS,
  'What happened to the resource; unmanaged = it is in no state, which is no drift',
);

export const Address = Type.String({ examples: ['module.net["a"].aws_subnet.private[0]'] });
const ResourceType = Type.String({ examples: ['aws_subnet'] });
export const StateKey = Type.String({ examples: ['prod/network.tfstate'] });

const AttributeDrift = Named('AttributeDrift', {
  path: text('As in HCL; a set is one path', 'tags["env"]'),
  before: AnyJson('prod'),
  after: AnyJson('staging'),
  sensitive: Type.Boolean({
    examples: [false],
    description: 'Then both values read "(sensitive)" and the fingerprints show that they differ',
  }),
  requires_replace: Type.Boolean({ examples: [false], description: 'Terraform would destroy it and make another' }),
  action: oneOf(['changed', 'added', 'removed']),
  before_fingerprint: Type.Optional(Type.String()),
  after_fingerprint: Type.Optional(Type.String()),
  caused_by: Type.Optional(
    About('The finding that it is a side effect of, if known', { resource: Address, state_key: StateKey }),
  ),
});

export const Finding = Named('Finding', {
  resource: Address,
  type: ResourceType,
  provider: Type.String({ examples: ['registry.terraform.io/hashicorp/aws'] }),
  provider_alias: Type.Optional(text('Of the provider configuration, if it is not the default one', 'west')),
  kind: FindingKind,
  severity: Severity,
  severity_rule: Type.Optional(text('The rule that decided: see docs/severity.md', 'open-to-world')),
  severity_reason: Type.Optional(
    text(
      'Why it is that severe, or what happened where nothing else says it; values that are sensitive are not in it',
      'Port 22 (tcp) is now open to 0.0.0.0/0',
    ),
  ),
  state_key: StateKey,
  region: Type.Optional(Type.String({ examples: ['eu-west-1'] })),
  account_id: Type.Optional(Type.String()),
  cloud_id: Type.Optional(Type.String({ examples: ['subnet-0a1b2c3d4e5f60718'] })),
  message: text('The change in a sentence, the worst first', 'SSH (22/tcp) was opened to the internet.'),
  attributes: Type.Array(AttributeDrift, { description: `At most ${MAX_ATTRIBUTES}` }),
  attributes_omitted: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Places that differ and are not listed one by one: of more than ${MAX_ATTRIBUTES} the attributes that they lie in are listed. Absent where none is left out`,
      examples: [199_999],
    }),
  ),
  informational: Type.Optional(
    Type.Array(AttributeDrift, {
      description:
        'Also changed (not drift): attributes that only the cloud sets, such as a version, and copies of other resources',
    }),
  ),
  caused_by: Type.Optional(
    About('The finding that this one is a side effect of; absent where it is drift of its own', {
      resource: Address,
      state_key: StateKey,
    }),
  ),
  class: Type.Optional(described(ObjectClass, 'Of an unmanaged object')),
  import: Type.Optional(ImportBy),
  owner: Type.Optional(text('The tool that manages an unmanaged object', 'CloudFormation stack web')),
  parent: Type.Optional(ObjectParent),
  object_id: Type.Optional(text('The unmanaged object in the inventory', 'obj_0V3mKq8ZxYbD2nR5tW7uAe')),
  first_seen_at: Time,
  fingerprint: text('The same as long as it drifts in the same way', '9f86d081884c7d659a2feaa0c55ad015'),
  incident_id: Nullable(
    text('The incident of this drift; null where it is a side effect of another finding', 'inc_0V3mKq8ZxYbD2nR5tW7uAe'),
  ),
});

export const ruleRef = {
  id: Type.String({ examples: ['legacy-queues'] }),
  source: oneOf(RULE_SOURCES, 'Where the rule stands: the organization’s list, or a file'),
};
const RuleRef = Named('RuleRef', ruleRef);

export const Coverage = Named('Coverage', 'The verdict on one resource instance', {
  resource: Address,
  type: ResourceType,
  state_key: StateKey,
  provider: Type.Optional(Type.String({ examples: ['registry.terraform.io/hashicorp/aws'] })),
  region: Type.Optional(Type.String({ examples: ['eu-west-1'] })),
  account_id: Type.Optional(Type.String({ examples: ['123456789012'] })),
  verdict: Verdict,
  reason: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  ignored_by: Type.Optional(
    Type.Array(RuleRef, { description: 'The ignore rules that took it, or some of its differences, out' }),
  ),
  suppressed: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ examples: ['tags_all["team"]'] }),
        stage: text('The stage of the comparison that took it out', 'tags'),
        why: Type.String(),
        before: Type.Optional(AnyJson(null)),
        after: Type.Optional(AnyJson([])),
        rule: Type.Optional(RuleRef),
      }),
      { description: 'With `include=suppressed`: differences that are no drift' },
    ),
  ),
});
