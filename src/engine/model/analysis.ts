import type { Json } from '../../base/json.ts';

/** From worst to best. `none` is the severity of an analysis without findings. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Severities that a threshold accepts. */
export const FAILING_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];
export type FailingSeverity = (typeof FAILING_SEVERITIES)[number];

/** The rank of a severity; lower is worse. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Builds a value for each severity, worst first. */
export const bySeverity = <T>(of: (severity: Severity) => T): Record<Severity, T> =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, of(severity)])) as Record<Severity, T>;

/** Counts by severity. */
export type BySeverity = Record<Severity, number>;

export type AttributeAction = 'changed' | 'added' | 'removed';

/** One attribute that differs. Masked values read `"(sensitive)"` on both sides; their fingerprints differ. */
export type AttributeDrift = {
  /** HCL-like: `ingress`, `tags["env"]`, `rule[0].days`. A set is one path. */
  path: string;
  /** The value in the state. */
  before: Json;
  /** The value in the cloud. */
  after: Json;
  sensitive: boolean;
  /** Restoring it would replace the resource. */
  requires_replace: boolean;
  action: AttributeAction;
  /** Keyed HMACs of the two values, present when `sensitive`: they show whether a secret changed, not its value. */
  before_fingerprint?: string;
  after_fingerprint?: string;
  /** The resource whose drift this attribute is a side effect of. */
  caused_by?: Cause;
};

/** A resource whose drift has side effects on others. */
export type Cause = { resource: string; state_key: string };

export type FindingKind = 'changed' | 'deleted';

/** One resource instance that differs from its state. */
export type Finding = {
  /** Absolute address: `module.net["a"].aws_subnet.private[0]`. */
  resource: string;
  type: string;
  /** Source of the provider: `registry.terraform.io/hashicorp/aws`. */
  provider: string;
  /** The alias of the provider configuration, if it is not the default one. */
  provider_alias?: string;
  kind: FindingKind;
  severity: Severity;
  /** The rule of docs/severity.md that decided, and its reason, a clause without a full stop. Absent in findings stored before these fields. */
  severity_rule?: string;
  severity_reason?: string;
  state_key: string;
  region?: string;
  account_id?: string;
  cloud_id?: string;
  /** One sentence for a person. */
  message: string;
  attributes: AttributeDrift[];
  /** The number of differing attributes beyond those that a finding lists. */
  attributes_omitted?: number;
  /** Changes that are not drift: computed-only attributes (a version), copies of other resources. */
  informational?: AttributeDrift[];
  /** The drift that this finding is a side effect of; both are reported as one change. */
  caused_by?: Cause;
  /** RFC 3339; when this drift of this resource was first seen. */
  first_seen_at: string;
  /** Identifies this drift by resource, kind and differences; the same drift keeps it across analyses. */
  fingerprint: string;
  /** The incident of this drift; null where it was only ever a side effect, and where incidents are not stored. */
  incident_id: string | null;
};

/**
 * How an incident was resolved: the cloud was reverted; the state was updated; the resource left all states; an ignore rule hides
 * it; or the drift changed its kind, which opens an incident of its own.
 */
export const RESOLUTIONS = ['reverted', 'codified', 'removed_from_state', 'ignored', 'superseded'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const VERDICTS = ['in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The source of an ignore rule: the organization's list, or a file (`.plumbline.yml`, `--ignore`). */
export const RULE_SOURCES = ['organization', 'file'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];
/** An ignore rule by its name. */
export type RuleRef = { id: string; source: RuleSource };

/** The verdict on one instance: checked, or the reason why not. */
export type Coverage = {
  resource: string;
  type: string;
  state_key: string;
  /** The provider's source, and the instance's location as far as known. */
  provider?: string;
  region?: string;
  account_id?: string;
  verdict: Verdict;
  /** Short and stable: `denied`, `throttled`, `timeout`, `provider_error`, `no_provider`, `schema_too_new`, `data_source`… */
  reason?: string;
  /** For a person; masked. */
  detail?: string;
  /** The ignore rules that hide it or some of its differences; absent where none do. */
  ignored_by?: RuleRef[];
  /** Suppressed differences, each with its reason; absent where there are none. */
  suppressed?: SuppressedDifference[];
};

/** A difference that a comparison stage or a rule suppressed; its values are masked and truncated. */
export type SuppressedDifference = {
  path: string;
  stage: string;
  why: string;
  before?: Json;
  after?: Json;
  /** The ignore rule, where the stage is `ignore`. */
  rule?: RuleRef;
};

export const RULE_USES = ['used', 'idle', 'unused', 'expired', 'unknown'] as const;

/** The use of one ignore rule in an analysis. */
export type IgnoreRuleUse = RuleRef & {
  reason: string;
  /**
   * `used` hid something; `idle` selects existing instances, but nothing that it names differs; `unused` selects nothing any more;
   * `expired` was not applied; `unknown` selects nothing, but not all states were checked.
   */
  use: (typeof RULE_USES)[number];
  /** The number of instances that it selects, and of those that it hid something of. */
  instances: number;
  ignored: number;
  /** A warning for people. */
  warning?: string;
};

/**
 * Instances by verdict. `following` counts the changed ones whose finding is a side effect of another one; it is absent in analyses
 * stored before it was counted, which are reported as having none.
 */
export type Counts = { resources: number; following?: number } & Record<Verdict, number>;

/** The counts before anything is checked. */
export function emptyCounts(): Required<Counts> {
  const verdicts = { in_sync: 0, changed: 0, deleted: 0, suspect: 0, unreadable: 0, unsupported: 0, skipped: 0 };
  return { resources: 0, following: 0, ...verdicts };
}

/** The report on one state object of the source. */
export type StateReport = {
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  /** `pending` until it is read. */
  status: 'pending' | 'read' | 'unreadable';
  /** Stable code when unreadable: see `StateProblemCode`; `state_moved` when it was written during the analysis. */
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

/** A provider that resources were read with. */
export type ProviderUse = {
  /** As in the states: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  version: string;
  protocol: 5 | 6;
  /** The address of the same provider at the other public registry, where that build was used. */
  installed_as?: string;
  /** The version in the lock file, where it differs from the one used. */
  locked?: string;
  /** The lock file's hashes prove the binary. */
  verified?: true;
  /** Its path on this machine; set by the command line only. */
  origin?: string;
};

/** The tag settings of one `provider` block and its file; of default tags the keys only. */
export type TagSettingsUse = {
  /** `aws`, `aws.west`. */
  provider: string;
  file: string;
  ignore_tags?: { keys?: string[]; key_prefixes?: string[] };
  default_tags?: string[];
  /** Settings that only Terraform can evaluate: `ignore_tags.keys`. */
  not_constant?: string[];
};

/** A tag that is the only change on several resources of one provider configuration: `aws`, `aws.west`. */
export type Suggestion = { kind: 'ignore_tag'; key: string; provider: string; resources: number; detail: string };

/** An incident similar to another one or to an intent; the similarity is a cosine. */
export type SimilarIncident = { id: string; similarity: number; date: string; summary: string; resource: string };

/** An incident that the analysis opened, and the most similar earlier ones, most informative first. */
export type SeenBefore = { resource: string; state_key: string; incident_id: string; matches: SimilarIncident[] };

/** Figures of API calls, of an action or of a whole analysis. */
export const CALL_FIGURES = ['calls', 'saved', 'throttled', 'refused', 'failed'] as const;
/**
 * `calls` were sent, retries included; `saved` needed no call of their own; `throttled` were rate-limited by the cloud; `refused` were
 * not sent, because they are not allowed; `failed` got no response, or a server error.
 */
export type CallFigures = Record<(typeof CALL_FIGURES)[number], number>;

/** The figures of all rows together. */
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

/** The analysis object, as the API and `plumbline scan --json` return it. */
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
  /** By source and version. */
  providers: ProviderUse[];
  findings: Finding[];
  coverage: Coverage[];
  /** The use of each ignore rule, in the order of application; empty before the end. */
  ignore_rules: IgnoreRuleUse[];
  /** Tag settings from `provider` blocks beside the states; set by the command line only. */
  tag_settings?: TagSettingsUse[];
  /** Settings that the findings suggest. */
  suggestions: Suggestion[];
  /** The opened incidents that are similar to earlier ones, worst first; absent in the command line, which stores no incidents. */
  similar?: SeenBefore[];
  /** The number of drifts that opened no incident because of the organization's limit; absent where there are none. */
  incidents_omitted?: number;
  /** The figures of API calls so far. */
  calls?: CallFigures;
  ai_summary: string | null;
  summary_source: 'model' | 'rules' | null;
  error: { code: string; detail: string } | null;
};

/** An analysis in a list: without its long fields. */
export type AnalysisOverview = Omit<
  Analysis,
  'findings' | 'coverage' | 'ignore_rules' | 'suggestions' | 'similar' | 'tag_settings' | 'calls'
>;

/** The providers of an analysis in a stable order. */
export function orderedProviders(uses: readonly ProviderUse[]): ProviderUse[] {
  const key = ({ source, version, locked }: ProviderUse) => JSON.stringify([source, version, locked]);
  return uses.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
