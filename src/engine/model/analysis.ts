import type { Json } from '../../base/json.ts';

/** From worst to best. `none` is the severity of an analysis without findings. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Severities that can be thresholds. */
export const FAILING_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];
export type FailingSeverity = (typeof FAILING_SEVERITIES)[number];

/** The rank of a severity; lower is worse. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Builds a value for each severity, worst first. */
export const bySeverity = <T>(of: (severity: Severity) => T): Record<Severity, T> =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, of(severity)])) as Record<Severity, T>;

export type BySeverity = Record<Severity, number>;

export type AttributeAction = 'changed' | 'added' | 'removed';

/** A differing attribute. A masked value is `"(sensitive)"` on both sides; the fingerprints differ. */
export type AttributeDrift = {
  /** HCL-like: `ingress`, `tags["env"]`, `rule[0].days`. A set has one path. */
  path: string;
  /** The value in the state. */
  before: Json;
  /** The value in the cloud. */
  after: Json;
  sensitive: boolean;
  /** Reverting it would replace the resource. */
  requires_replace: boolean;
  action: AttributeAction;
  /** Keyed HMACs of both values, present when `sensitive`. They show that a secret changed without revealing it. */
  before_fingerprint?: string;
  after_fingerprint?: string;
  /** Set for a side effect: the resource whose drift caused it. */
  caused_by?: Cause;
};

/** A resource whose drift has side effects on others. */
export type Cause = { resource: string; state_key: string };

/** Kinds of drift, and `unmanaged`: an object that no state has, which is no drift and never counted as such. */
export const FINDING_KINDS = ['changed', 'deleted', 'unmanaged'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
export type DriftKind = Exclude<FindingKind, 'unmanaged'>;

/** One resource instance that differs from its state. */
export type Finding = {
  /** Absolute address: `module.net["a"].aws_subnet.private[0]`. */
  resource: string;
  type: string;
  /** Source of the provider: `registry.terraform.io/hashicorp/aws`. */
  provider: string;
  /** The alias of the provider configuration. Absent for the default configuration. */
  provider_alias?: string;
  kind: DriftKind;
  severity: Severity;
  /**
   * The rule of docs/severity.md that decided, and its reason as a clause without a full stop. Absent in findings that
   * were stored before these fields existed.
   */
  severity_rule?: string;
  severity_reason?: string;
  state_key: string;
  region?: string;
  account_id?: string;
  cloud_id?: string;
  /** One sentence for people. */
  message: string;
  attributes: AttributeDrift[];
  /** Number of differing attributes that the finding does not list. */
  attributes_omitted?: number;
  /**
   * Changes that are not drift: computed-only attributes (a version), and attributes that repeat settings of other
   * resources.
   */
  informational?: AttributeDrift[];
  /** Set for a side effect: the drift that caused it. Both are reported as one change. */
  caused_by?: Cause;
  /** RFC 3339; when this drift of this resource was first seen. */
  first_seen_at: string;
  /** Identifies this drift by resource, kind and differences. Stays the same across analyses. */
  fingerprint: string;
  /** The incident of this drift. Null if it was only ever a side effect, or if incidents are not stored. */
  incident_id: string | null;
};

export const VERDICTS = ['in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The source of an ignore rule: the organization's list, or a file (`.plumbline.yml`, `--ignore`). */
export const RULE_SOURCES = ['organization', 'file'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];
export type RuleRef = { id: string; source: RuleSource };

/** The verdict on one instance, with the reason if it was not checked. */
export type Coverage = {
  resource: string;
  type: string;
  state_key: string;
  /** The provider's source, and the instance's location if known. */
  provider?: string;
  region?: string;
  account_id?: string;
  verdict: Verdict;
  /** Short and stable: `denied`, `throttled`, `timeout`, `provider_error`, `no_provider`, `schema_too_new`, `data_source`… */
  reason?: string;
  /** For people; masked. */
  detail?: string;
  /** The ignore rules that hide the instance or some of its differences. Absent if there are none. */
  ignored_by?: RuleRef[];
  /** Absent if there are none. */
  suppressed?: SuppressedDifference[];
};

/** A difference that a stage or an ignore rule suppressed. Its values are masked and truncated. */
export type SuppressedDifference = {
  path: string;
  stage: string;
  why: string;
  before?: Json;
  after?: Json;
  /** Present when `stage` is `ignore`. */
  rule?: RuleRef;
};

export const RULE_USES = ['used', 'idle', 'unused', 'expired', 'unknown'] as const;

export type IgnoreRuleUse = RuleRef & {
  reason: string;
  /**
   * `used` hid a difference; `idle` selects existing instances, but no attribute that it names differs; `unused`
   * selects no instance any more; `expired` was not applied; `unknown` selects no instance, but not all states were
   * checked.
   */
  use: (typeof RULE_USES)[number];
  /** Number of instances that it selects, and number of instances in which it hid a difference. */
  instances: number;
  ignored: number;
  /** For people. */
  warning?: string;
};

/**
 * Number of instances by verdict. `following` counts the changed instances whose finding is a side effect. It is absent
 * in analyses that were stored before it was counted; these are reported with 0.
 */
export type Counts = { resources: number; following?: number } & Record<Verdict, number>;

/** The initial counts of an analysis. */
export function emptyCounts(): Required<Counts> {
  const verdicts = { in_sync: 0, changed: 0, deleted: 0, suspect: 0, unreadable: 0, unsupported: 0, skipped: 0 };
  return { resources: 0, following: 0, ...verdicts };
}

/** The report on one state object. */
export type StateReport = {
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  /** `pending` until the state is read. */
  status: 'pending' | 'read' | 'unreadable';
  /**
   * Stable code: a `StateProblemCode` if the state is unreadable, `state_moved` if it was written during the analysis.
   */
  code?: string;
  detail?: string;
  repo_id: string | null;
};

export const ANALYSIS_STATUSES = ['queued', 'running', 'completed', 'partial', 'failed', 'canceled'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const TRIGGERS = ['api', 'cli', 'schedule', 'push', 'pull_request', 'comment', 'rerequest'] as const;

/** The event that triggered an analysis: its kind, branch, commit, pull request and actor. */
export type Trigger = {
  kind: (typeof TRIGGERS)[number];
  ref?: string;
  sha?: string;
  pull_request?: number;
  actor?: string;
};

/** A provider that read resources. */
export type ProviderUse = {
  /** As written in states: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  version: string;
  protocol: 5 | 6;
  /** The address of the same provider in the other public registry, if that build was used. */
  installed_as?: string;
  /** The version in the lock file, if it differs from the version used. */
  locked?: string;
  /** The hashes in the lock file prove the binary. */
  verified?: true;
  /** The binary's path on this machine; set by the command line only. */
  origin?: string;
};

/** The tag settings of one `provider` block, with its file. Contains only the keys of default tags. */
export type TagSettingsUse = {
  /** `aws`, `aws.west`. */
  provider: string;
  file: string;
  ignore_tags?: { keys?: string[]; key_prefixes?: string[] };
  default_tags?: string[];
  /** Settings that only Terraform can evaluate: `ignore_tags.keys`. */
  not_constant?: string[];
};

/**
 * Suggests an ignore rule for a tag that is the only change on several resources of a provider configuration (`aws`,
 * `aws.west`).
 */
export type Suggestion = { kind: 'ignore_tag'; key: string; provider: string; resources: number; detail: string };

/** An incident that resembles another one or an intent. `similarity` is a cosine. */
export type SimilarIncident = { id: string; similarity: number; date: string; summary: string; resource: string };

/** An incident that the analysis opened, and the most similar earlier incidents, the most informative first. */
export type SeenBefore = { resource: string; state_key: string; incident_id: string; matches: SimilarIncident[] };

export const CALL_FIGURES = ['calls', 'saved', 'throttled', 'refused', 'failed'] as const;
/**
 * `calls` were sent, retries included; `saved` were answered without a call, by coalescing or a cache; `throttled` were
 * rate-limited by the cloud; `refused` were not sent, because they are not allowed; `failed` got no response, or a
 * server error.
 */
export type CallFigures = Record<(typeof CALL_FIGURES)[number], number>;

export function sumFigures(rows: readonly CallFigures[]): CallFigures {
  const sum = (figure: keyof CallFigures) => rows.reduce((all, row) => all + row[figure], 0);
  return {
    calls: sum('calls'),
    saved: sum('saved'),
    throttled: sum('throttled'),
    refused: sum('refused'),
    failed: sum('failed'),
  };
}

/** The analysis object that the API and `plumbline scan --json` return. */
export type Analysis = {
  id: string;
  org_id: string | null;
  repo_id: string | null;
  repo_full_name: string | null;
  status: AnalysisStatus;
  trigger: Trigger;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  progress: { done: number; total: number };
  severity: Severity;
  counts: Counts;
  states: StateReport[];
  /** Ordered by source and version. */
  providers: ProviderUse[];
  findings: Finding[];
  coverage: Coverage[];
  /** In the order of application. Empty until the analysis has ended. */
  ignore_rules: IgnoreRuleUse[];
  /** Tag settings from `provider` blocks next to the states; set by the command line only. */
  tag_settings?: TagSettingsUse[];
  /** Settings that the findings suggest. */
  suggestions: Suggestion[];
  /**
   * The opened incidents that resemble earlier ones, worst first. Absent on the command line, which stores no
   * incidents.
   */
  similar?: SeenBefore[];
  /** Number of drifts that opened no incident because of the organization's quota. Absent if there are none. */
  incidents_omitted?: number;
  calls?: CallFigures;
  ai_summary: string | null;
  summary_source: 'model' | 'rules' | null;
  error: { code: string; detail: string } | null;
};

export type AnalysisOverview = Omit<
  Analysis,
  'findings' | 'coverage' | 'ignore_rules' | 'suggestions' | 'similar' | 'tag_settings' | 'calls'
>;

/** Sorts the providers of an analysis by source, version and locked version. */
export function orderedProviders(uses: readonly ProviderUse[]): ProviderUse[] {
  const key = ({ source, version, locked }: ProviderUse) => JSON.stringify([source, version, locked]);
  return uses.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
