import { Type } from 'typebox';
import {
  ANALYSIS_STATUSES,
  RULE_SOURCES,
  RULE_USES,
  SEVERITIES,
  TRIGGERS,
  VERDICTS,
  type AnalysisStatus as Status,
  type Severity as SeverityName,
} from '../../drift/analysis.ts';
import { CallFigures } from './calls.ts';
import { Nullable, OrNull, Strict, Time } from './common.ts';
import { incidentId, RecallMatch } from './recall-match.ts';

const oneOf = (values: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description === undefined ? {} : { description }) });

const AnyJson = (example: unknown) => Type.Unsafe<unknown>({ description: 'Any JSON value', examples: [example] });

export const AnalysisStatus = Type.Unsafe<Status>({
  type: 'string',
  enum: [...ANALYSIS_STATUSES],
  description: 'How far it is',
});
export const Severity = Type.Unsafe<SeverityName>({
  type: 'string',
  enum: [...SEVERITIES],
  description: 'From worst to best; none = no finding',
});
const Verdict = oneOf(VERDICTS);
const count = Type.Integer({ minimum: 0 });

const Address = Type.String({ examples: ['module.net["a"].aws_subnet.private[0]'] });
const ResourceType = Type.String({ examples: ['aws_subnet'] });
const StateKey = Type.String({ examples: ['prod/network.tfstate'] });

export const NewAnalysis = Strict(
  {
    repo_id: Type.Optional(
      OrNull(
        Type.String({
          maxLength: 100,
          description: 'Only the states that belong to this repository',
          examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'],
        }),
      ),
    ),
    state_prefix: Type.Optional(
      OrNull(
        Type.String({
          maxLength: 900,
          pattern: '^[^\\u0000-\\u001f\\u007f]*$',
          description: 'Only states whose key starts with it, below the organization’s own prefix',
          examples: ['network/'],
        }),
      ),
    ),
  },
  { title: 'NewAnalysis' },
);

const AttributeDrift = Type.Object(
  {
    path: Type.String({ description: 'As in HCL; a set is one path', examples: ['tags["env"]'] }),
    before: AnyJson('prod'),
    after: AnyJson('staging'),
    sensitive: Type.Boolean({
      examples: [false],
      description: 'Then both values read "(sensitive)" and the fingerprints tell that they differ',
    }),
    requires_replace: Type.Boolean({ examples: [false], description: 'Terraform would destroy it and make another' }),
    action: oneOf(['changed', 'added', 'removed']),
    before_fingerprint: Type.Optional(Type.String()),
    after_fingerprint: Type.Optional(Type.String()),
  },
  { title: 'AttributeDrift' },
);

export const Finding = Type.Object(
  {
    resource: Address,
    type: ResourceType,
    provider: Type.String({ examples: ['registry.terraform.io/hashicorp/aws'] }),
    provider_alias: Type.Optional(
      Type.String({ description: 'Of the provider configuration, if it is not the default one', examples: ['west'] }),
    ),
    kind: oneOf(['changed', 'deleted']),
    severity: Severity,
    severity_rule: Type.Optional(
      Type.String({ description: 'The rule that decided: see docs/severity.md', examples: ['open-to-world'] }),
    ),
    severity_reason: Type.Optional(
      Type.String({
        description: 'Why it is that severe; values that are sensitive are not in it',
        examples: ['port 22 (tcp) is open to 0.0.0.0/0 now'],
      }),
    ),
    state_key: StateKey,
    region: Type.Optional(Type.String({ examples: ['eu-west-1'] })),
    account_id: Type.Optional(Type.String()),
    cloud_id: Type.Optional(Type.String({ examples: ['subnet-0a1b2c3d4e5f60718'] })),
    message: Type.String({ examples: ['tags["env"] changed outside Terraform.'] }),
    attributes: Type.Array(AttributeDrift),
    informational: Type.Optional(
      Type.Array(AttributeDrift, {
        description:
          'What moved beside it and is no drift: what the cloud alone sets, such as a version, and mirrors of other resources',
      }),
    ),
    caused_by: Type.Optional(
      Type.Object(
        { resource: Address, state_key: StateKey },
        { description: 'The finding that this one only follows from; absent where it is drift of its own' },
      ),
    ),
    first_seen_at: Time,
    fingerprint: Type.String({
      description: 'The same as long as it drifts in the same way',
      examples: ['9f86d081884c7d659a2feaa0c55ad015'],
    }),
    incident_id: Nullable(
      Type.String({
        description: 'The incident that this drift is; null where it only follows from another finding',
        examples: ['inc_0V3mKq8ZxYbD2nR5tW7uAe'],
      }),
    ),
  },
  { title: 'Finding' },
);

const ruleRef = {
  id: Type.String({ examples: ['legacy-queues'] }),
  source: oneOf(RULE_SOURCES, 'Where the rule stands: the organization’s list, or a file'),
};
const RuleRef = Type.Object(ruleRef, { title: 'RuleRef' });

export const Coverage = Type.Object(
  {
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
          stage: Type.String({ description: 'The stage of the comparison that took it out', examples: ['tags'] }),
          why: Type.String(),
          before: Type.Optional(AnyJson(null)),
          after: Type.Optional(AnyJson([])),
          rule: Type.Optional(RuleRef),
        }),
        { description: 'With `include=suppressed`: what differs without being drift' },
      ),
    ),
  },
  { title: 'Coverage', description: 'The verdict on one resource instance' },
);

const Suggestion = Type.Object(
  {
    kind: Type.Unsafe<'ignore_tag'>({ type: 'string', enum: ['ignore_tag'] }),
    key: Type.String({ examples: ['cost-center'] }),
    provider: Type.String({ description: 'The provider configuration', examples: ['aws.west'] }),
    resources: Type.Integer({ minimum: 3, examples: [12] }),
    detail: Type.String({
      examples: ['The tag "cost-center" was added to 12 resources of aws.west, and nothing else changed on them.'],
    }),
  },
  { title: 'Suggestion', description: 'What a person may want to set, by what was found' },
);

const IgnoreRuleUse = Type.Object(
  {
    ...ruleRef,
    reason: Type.String({ examples: ['Goes away in spring'] }),
    use: oneOf(
      RULE_USES,
      'used: it took something out; idle: what it names does not differ; unused: it is about nothing any more; expired: not asked; unknown: not all states were looked at',
    ),
    instances: count,
    ignored: count,
    warning: Type.Optional(Type.String()),
  },
  {
    title: 'IgnoreRuleUse',
    description: 'What became of an ignore rule: instances that it is about, and those that it took something out of',
  },
);

const StateReport = Type.Object(
  {
    key: StateKey,
    serial: Nullable(Type.Integer({ examples: [42] })),
    lineage: Nullable(Type.String({ examples: ['3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10'] })),
    terraform_version: Nullable(Type.String({ examples: ['1.9.8'] })),
    status: oneOf(['pending', 'read', 'unreadable'], 'pending = nobody has looked at it yet'),
    code: Type.Optional(
      Type.String({ description: 'Why it is unreadable; `state_moved` where it was written during the scan' }),
    ),
    detail: Type.Optional(Type.String()),
    repo_id: Nullable(Type.String()),
  },
  { title: 'StateReport' },
);

const ProviderUse = Type.Object(
  {
    source: Type.String({ description: 'As the states have it', examples: ['registry.terraform.io/hashicorp/aws'] }),
    version: Type.String({ examples: ['5.100.0'] }),
    protocol: Type.Integer({ description: 'Of the plugin: 5 or 6', examples: [5] }),
    installed_as: Type.Optional(
      Type.String({
        description: 'The build of the other public registry was used, under this address',
        examples: ['registry.opentofu.org/hashicorp/aws'],
      }),
    ),
    locked: Type.Optional(
      Type.String({
        description: 'The version that the lock file asks for, where it could not be had',
        examples: ['5.99.1'],
      }),
    ),
    verified: Type.Optional(Type.Boolean({ description: 'The hashes of the lock file prove the binary' })),
  },
  { title: 'ProviderUse', description: 'A provider that values were read with' },
);

const overview = {
  id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  org_id: Nullable(Type.String()),
  repo_id: Nullable(Type.String()),
  repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
  status: oneOf(ANALYSIS_STATUSES, 'partial = something could not be looked at: see states and coverage'),
  trigger: Type.Object({
    kind: oneOf(TRIGGERS),
    ref: Type.Optional(Type.String({ description: 'The branch', examples: ['main'] })),
    sha: Type.Optional(
      Type.String({ description: 'The commit', examples: ['9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b'] }),
    ),
    pull_request: Type.Optional(Type.Integer({ minimum: 1, examples: [412] })),
    actor: Type.Optional(Type.String({ examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'] })),
  }),
  created_at: Time,
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
  progress: Type.Object(
    { done: count, total: count },
    { description: 'In resources; while states are pending, `total` is estimated from their sizes' },
  ),
  severity: Severity,
  counts: Type.Object({ resources: count, ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, count])) }),
  states: Type.Array(StateReport),
  providers: Type.Array(ProviderUse, { description: 'What values were read with, so far' }),
  ai_summary: Nullable(Type.String({ examples: ['One subnet differs from its state: a tag was changed by hand.'] })),
  summary_source: Nullable({ ...oneOf(['model', 'rules']), examples: ['rules'] }),
  error: Nullable(Type.Object({ code: Type.String(), detail: Type.String() }), { examples: [null] }),
};

export const AnalysisOverview = Type.Object(overview, { title: 'AnalysisOverview' });

const SeenBefore = Type.Object(
  {
    resource: Address,
    state_key: StateKey,
    incident_id: Type.String(incidentId),
    matches: Type.Array(RecallMatch, {
      description: 'At most three: first what the same resource went through before, then those of 0.40 and more',
    }),
  },
  { title: 'SeenBefore' },
);

export const Analysis = Type.Object(
  {
    ...overview,
    findings: Type.Array(Finding),
    coverage: Type.Array(Coverage),
    ignore_rules: Type.Array(IgnoreRuleUse),
    suggestions: Type.Array(Suggestion),
    similar: Type.Array(SeenBefore, {
      description:
        'Of the incidents that it opened (the 100 worst) those that are like earlier ones, the worst first; empty before the end',
    }),
    calls: CallFigures,
  },
  { title: 'Analysis' },
);
