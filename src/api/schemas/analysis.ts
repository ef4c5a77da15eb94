import { Type } from 'typebox';
import { ANALYSIS_STATUSES, SEVERITIES, VERDICTS, type AnalysisStatus as Status } from '../../drift/analysis.ts';
import { Nullable, OrNull, Strict, Time } from './common.ts';

const oneOf = (values: readonly string[], description?: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description === undefined ? {} : { description }) });

const AnyJson = Type.Unsafe<unknown>({ description: 'Any JSON value' });

export const AnalysisStatus = Type.Unsafe<Status>({ type: 'string', enum: [...ANALYSIS_STATUSES] });
export const Severity = oneOf(SEVERITIES, 'From worst to best; none = no finding');
const Verdict = oneOf(VERDICTS);
const count = Type.Integer({ minimum: 0 });

export const NewAnalysis = Strict({
  state_prefix: Type.Optional(
    OrNull(
      Type.String({
        maxLength: 900,
        pattern: '^[^\\u0000-\\u001f\\u007f]*$',
        description: 'Only states whose key starts with it, below the organization’s own prefix',
      }),
    ),
  ),
});

const AttributeDrift = Type.Object({
  path: Type.String({ description: 'As in HCL; a set is one path', examples: ['tags["env"]'] }),
  before: AnyJson,
  after: AnyJson,
  sensitive: Type.Boolean({
    description: 'Then both values read "(sensitive)" and the fingerprints tell that they differ',
  }),
  requires_replace: Type.Boolean(),
  action: oneOf(['changed', 'added', 'removed']),
  before_fingerprint: Type.Optional(Type.String()),
  after_fingerprint: Type.Optional(Type.String()),
});

export const Finding = Type.Object(
  {
    resource: Type.String({ examples: ['module.net["a"].aws_subnet.private[0]'] }),
    type: Type.String(),
    provider: Type.String(),
    kind: oneOf(['changed', 'deleted']),
    severity: Severity,
    state_key: Type.String(),
    region: Type.Optional(Type.String()),
    account_id: Type.Optional(Type.String()),
    cloud_id: Type.Optional(Type.String()),
    message: Type.String(),
    attributes: Type.Array(AttributeDrift),
    first_seen_at: Time,
    fingerprint: Type.String(),
  },
  { title: 'Finding' },
);

export const Coverage = Type.Object(
  {
    resource: Type.String(),
    type: Type.String(),
    state_key: Type.String(),
    verdict: Verdict,
    reason: Type.Optional(Type.String()),
    detail: Type.Optional(Type.String()),
  },
  { title: 'Coverage', description: 'The verdict on one resource instance' },
);

const StateReport = Type.Object({
  key: Type.String(),
  serial: Nullable(Type.Integer()),
  lineage: Nullable(Type.String()),
  terraform_version: Nullable(Type.String()),
  status: oneOf(['read', 'unreadable']),
  code: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  repo_id: Nullable(Type.String()),
});

const overview = {
  id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  org_id: Nullable(Type.String()),
  repo_id: Nullable(Type.String()),
  repo_full_name: Nullable(Type.String()),
  status: oneOf(ANALYSIS_STATUSES, 'partial = something could not be looked at: see states and coverage'),
  trigger: Type.Object({ kind: Type.String(), actor: Type.Optional(Type.String()) }),
  created_at: Time,
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
  progress: Type.Object({ done: count, total: count }),
  severity: Severity,
  counts: Type.Object({ resources: count, ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, count])) }),
  states: Type.Array(StateReport),
  ai_summary: Nullable(Type.String()),
  summary_source: Nullable(oneOf(['model', 'rules'])),
  error: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
};

export const AnalysisOverview = Type.Object(overview, { title: 'AnalysisOverview' });

export const Analysis = Type.Object(
  { ...overview, findings: Type.Array(Finding), coverage: Type.Array(Coverage) },
  { title: 'Analysis' },
);
