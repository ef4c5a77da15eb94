import { Type } from 'typebox';
import {
  Nullable,
  oneOf,
  OrNull,
  Time,
  text,
  Count,
  count,
  LINE_OR_EMPTY,
  Named,
  NamedStrict,
  About,
} from './common.ts';
import { Address, Counts, Coverage, Finding, ruleRef, Severity, StateKey, Verdict } from './finding.ts';
import { incidentId, RecallMatch } from './incident.ts';
import { ANALYSIS_STATUSES, RULE_USES, TRIGGERS } from '../../engine/model/analysis.ts';

const figures = {
  calls: count('Sent to the cloud; every further try of one call counts', 212),
  saved: count('Answered without a call of their own: by an equal one, or by one for many', 431),
  throttled: count('Turned away for being too many', 3),
  refused: count('Not sent, because nothing but reads is allowed, or because values of secrets are not', 0),
  failed: count('Calls without an answer, or with a server error', 0),
};

export const CallFigures = Named('CallFigures', figures);

const ActionCalls = Named('ActionCalls', {
  account_id: Nullable(Type.String({ examples: ['123456789012'] })),
  region: text('us-east-1 for what is global', 'eu-west-1'),
  service: text('As signatures name it', 'ec2'),
  action: Type.String({ examples: ['DescribeSecurityGroups'] }),
  permissions: Type.Array(Type.String(), {
    description: 'The permissions that a policy has to allow for it',
    examples: [['ec2:DescribeSecurityGroups']],
  }),
  ...figures,
});

export const AnalysisCalls = Named('AnalysisCalls', {
  ...figures,
  actions: Type.Array(ActionCalls, { description: 'By account, region, service and action' }),
});

export const AnalysisStatus = oneOf(ANALYSIS_STATUSES, 'Status');
export const TriggerKind = oneOf(TRIGGERS, 'The kind of trigger');

export const NewAnalysis = NamedStrict('NewAnalysis', {
  repo_id: Type.Optional(
    OrNull(text('Only the states that belong to this repository', 'repo_0V3mKq8ZxYbD2nR5tW7uAe', { maxLength: 100 })),
  ),
  state_prefix: Type.Optional(
    OrNull(
      text('Only states whose key starts with it, below the organization’s own prefix', 'network/', {
        maxLength: 900,
        pattern: LINE_OR_EMPTY,
      }),
    ),
  ),
  unmanaged: Type.Optional(
    Type.Boolean({
      description:
        'Also takes an inventory of what is in the cloud and in no state; not together with `repo_id` or `state_prefix`',
      examples: [true],
    }),
  ),
});

const Suggestion = Named('Suggestion', 'A setting that would hide expected drift', {
  kind: oneOf(['ignore_tag']),
  key: Type.String({ examples: ['cost-center'] }),
  provider: text('The provider configuration', 'aws.west'),
  resources: Type.Integer({ minimum: 3, examples: [12] }),
  detail: Type.String({
    examples: ['The tag "cost-center" was added to 12 resources of aws.west, and nothing else changed on them.'],
  }),
});

const IgnoreRuleUse = Named(
  'IgnoreRuleUse',
  'Effect of an ignore rule: instances that it selects, and those that it took something out of',
  {
    ...ruleRef,
    reason: Type.String({ examples: ['Goes away in spring'] }),
    use: oneOf(
      RULE_USES,
      'used: it took something out; idle: the resources that it names do not differ; unused: it is about nothing any more; expired: not applied; unknown: not all states were checked',
    ),
    instances: Count,
    ignored: Count,
    warning: Type.Optional(Type.String()),
  },
);

const StateReport = Named('StateReport', {
  key: StateKey,
  serial: Nullable(Type.Integer({ examples: [42] })),
  lineage: Nullable(Type.String({ examples: ['3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10'] })),
  terraform_version: Nullable(Type.String({ examples: ['1.9.8'] })),
  status: oneOf(['pending', 'read', 'unreadable'], 'pending = not checked yet'),
  code: Type.Optional(
    Type.String({ description: 'Why it is unreadable; `state_moved` where it was written during the analysis' }),
  ),
  detail: Type.Optional(Type.String()),
  repo_id: Nullable(Type.String()),
});

const ProviderUse = Named('ProviderUse', 'A provider that values were read with', {
  source: text('As the states have it', 'registry.terraform.io/hashicorp/aws'),
  version: Type.String({ examples: ['5.100.0'] }),
  protocol: Type.Integer({ description: 'Of the plugin: 5 or 6', examples: [5] }),
  installed_as: Type.Optional(
    text('The build of the other public registry was used, under this address', 'registry.opentofu.org/hashicorp/aws'),
  ),
  locked: Type.Optional(text('The version that the lock file asks for, where it could not be had', '5.99.1')),
  verified: Type.Optional(Type.Boolean({ description: 'The hashes of the lock file prove the binary' })),
});

const overview = {
  id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  org_id: Nullable(Type.String()),
  repo_id: Nullable(Type.String()),
  repo_full_name: Nullable(Type.String({ examples: ['acme/infrastructure'] })),
  status: oneOf(ANALYSIS_STATUSES, 'partial = something was not checked: see states and coverage'),
  trigger: Type.Object({
    kind: TriggerKind,
    ref: Type.Optional(text('The branch', 'main')),
    sha: Type.Optional(text('The commit', '9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b')),
    pull_request: Type.Optional(Type.Integer({ minimum: 1, examples: [412] })),
    actor: Type.Optional(Type.String({ examples: ['key_0V3mKq8ZxYbD2nR5tW7uAe'] })),
  }),
  created_at: Time,
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
  progress: About('In resources; while states are pending, `total` is estimated from their sizes', {
    done: Count,
    total: Count,
  }),
  severity: Severity,
  counts: Counts,
  states: Type.Array(StateReport),
  providers: Type.Array(ProviderUse, { description: 'Providers that values were read with, so far' }),
  ai_summary: Nullable(Type.String({ examples: ['One subnet differs from its state: a tag was changed by hand.'] })),
  summary_source: Nullable({ ...oneOf(['model', 'rules']), examples: ['rules'] }),
  error: Nullable(Type.Object({ code: Type.String(), detail: Type.String() }), { examples: [null] }),
  incidents_omitted: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Drift that opened no incident, since the organization has as many as it may; its findings are here all the same. Absent where there is none',
    }),
  ),
};

export const AnalysisOverview = Named('AnalysisOverview', overview);

const statePrefix = Nullable(Type.String({ description: 'Only states whose key starts with it are checked' }), {
  examples: [null],
});

const StateCounts = Named('StatesInScope', 'How many states are in scope, and how far they are', {
  in_all: Count,
  pending: Count,
  read: Count,
  unreadable: Count,
});

const { states: _states, providers: _providers, ...withoutStates } = overview;

export const LastAnalysis = Named('LastAnalysis', { ...withoutStates, state_counts: StateCounts });

export const ListedAnalysis = Named('ListedAnalysis', {
  ...overview,
  states: Type.Optional(Type.Array(StateReport, { description: 'Absent with `without=states`' })),
  state_prefix: statePrefix,
  state_counts: StateCounts,
});

const SeenBefore = Named('SeenBefore', {
  resource: Address,
  state_key: StateKey,
  incident_id: Type.String(incidentId),
  matches: Type.Array(RecallMatch, {
    description:
      'At most three: first earlier incidents of the same resource, then those with a similarity of 0.40 and more',
  }),
});

const whole = {
  ...overview,
  ignore_rules: Type.Array(IgnoreRuleUse),
  suggestions: Type.Array(Suggestion),
  similar: Type.Array(SeenBefore, {
    description:
      'Of the incidents that it opened (the 100 worst) those that are like earlier ones, the worst first; empty before the end',
  }),
  calls: CallFigures,
};

export const Analysis = Named('Analysis', { ...whole, findings: Type.Array(Finding), coverage: Type.Array(Coverage) });

const CoverageGap = Named('CoverageGap', {
  verdict: Verdict,
  reason: Nullable(Type.String({ examples: ['denied'] })),
  count: Count,
  resources: Type.Array(Address, { description: 'Some of them' }),
  detail: Nullable(Type.String({ description: 'Detail of the first of them' })),
});

export const AnalysisInBrief = Named('AnalysisInBrief', {
  ...whole,
  state_prefix: statePrefix,
  state_counts: StateCounts,
  not_checked: Type.Array(CoverageGap, {
    description: 'Not checked, so it may have drifted: by verdict and reason, the most frequent first, 20 at most',
  }),
});
