import type { Json } from '../../base/json.ts';

/** From worst to best. `none` is the severity of an analysis without findings. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Those that a threshold can be set at. */
export const FAILING_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];
export type FailingSeverity = (typeof FAILING_SEVERITIES)[number];

/** Its place among them: the smaller, the worse. */
export const severityRank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Something for each severity, the worst first. */
export const bySeverity = <T>(of: (severity: Severity) => T): Record<Severity, T> =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, of(severity)])) as Record<Severity, T>;

/** How many there are of each severity. */
export type BySeverity = Record<Severity, number>;

export type AttributeAction = 'changed' | 'added' | 'removed';

/** One attribute that differs. Masked values read `"(sensitive)"` on both sides; their fingerprints differ. */
export type AttributeDrift = {
  /** HCL-like: `ingress`, `tags["env"]`, `rule[0].days`. A set is one path. */
  path: string;
  /** What state says. */
  before: Json;
  /** What the cloud says. */
  after: Json;
  sensitive: boolean;
  /** Restoring it would replace the resource. */
  requires_replace: boolean;
  action: AttributeAction;
  /** Keyed HMACs of the two values, present when `sensitive`: they tell that and whether a secret changed, not what it is. */
  before_fingerprint?: string;
  after_fingerprint?: string;
  /** What this attribute follows from, where it is no drift of its own. */
  caused_by?: Cause;
};

/** A resource whose drift others follow from. */
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
  /** The rule of docs/severity.md that decided, and what it says, in a clause without a full stop. Absent in findings stored before these were. */
  severity_rule?: string;
  severity_reason?: string;
  state_key: string;
  region?: string;
  account_id?: string;
  cloud_id?: string;
  /** One sentence for a person. */
  message: string;
  attributes: AttributeDrift[];
  /** Places that differ and are not listed one by one, where there are more than a finding lists. */
  attributes_omitted?: number;
  /** What moved beside the drift and is none itself: what the cloud alone sets (a version), mirrors of other resources. */
  informational?: AttributeDrift[];
  /** The drift that this only follows from: it is one act, told once, and this beneath it. */
  caused_by?: Cause;
  /** RFC 3339; when this drift of this resource was first seen. */
  first_seen_at: string;
  /** Identifies this very drift (resource, kind, what differs): the same drift found again has the same one. */
  fingerprint: string;
  /** The incident that this drift is; null where it only ever followed from another one, and where there is no memory. */
  incident_id: string | null;
};

/**
 * How an incident ended: the cloud was put back; the state was made to follow; the resource is in no state any more; an ignore
 * rule takes it out; or the drift became one of the other kind, which is an incident of its own.
 */
export const RESOLUTIONS = ['reverted', 'codified', 'removed_from_state', 'ignored', 'superseded'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const VERDICTS = ['in_sync', 'changed', 'deleted', 'suspect', 'unreadable', 'unsupported', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where an ignore rule stands: in the organization's list, or in a file (`.plumbline.yml`, `--ignore`). */
export const RULE_SOURCES = ['organization', 'file'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];
/** An ignore rule by its name. */
export type RuleRef = { id: string; source: RuleSource };

/** The honest word on one instance: looked at, or why not. */
export type Coverage = {
  resource: string;
  type: string;
  state_key: string;
  /** Source of the provider, and where the instance lives as far as that is known. */
  provider?: string;
  region?: string;
  account_id?: string;
  verdict: Verdict;
  /** Short and stable: `denied`, `throttled`, `timeout`, `provider_error`, `no_provider`, `schema_too_new`, `data_source`… */
  reason?: string;
  /** For a person; masked. */
  detail?: string;
  /** The ignore rules that took it, or some of its differences, out; absent where none did. */
  ignored_by?: RuleRef[];
  /** What differs all the same, and why it is no drift; absent where nothing does. */
  suppressed?: SuppressedDifference[];
};

/** A difference that a stage of the comparison, or a rule, took out: where it is, who took it, and why; masked values, cut short. */
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

/** What became of one ignore rule in an analysis. */
export type IgnoreRuleUse = RuleRef & {
  reason: string;
  /**
   * `used` took something out; `idle` is about instances that are there, but nothing that it names differs; `unused` is about
   * nothing any more; `expired` was not asked; `unknown`: not all states were looked at, and in those that were it is about nothing.
   */
  use: (typeof RULE_USES)[number];
  /** Instances that it is about, and those of them that it took something out of. */
  instances: number;
  ignored: number;
  /** What a person should know about it. */
  warning?: string;
};

/**
 * Instances, by verdict. `following` are those of the changed whose finding only follows from another one; what was stored before they
 * were counted is without it, and is told of as if there were none.
 */
export type Counts = { resources: number; following?: number } & Record<Verdict, number>;

/** Counts before anything was looked at. */
export function emptyCounts(): Required<Counts> {
  const verdicts = { in_sync: 0, changed: 0, deleted: 0, suspect: 0, unreadable: 0, unsupported: 0, skipped: 0 };
  return { resources: 0, following: 0, ...verdicts };
}

/** What became of one state object of the source. */
export type StateReport = {
  key: string;
  serial: number | null;
  lineage: string | null;
  terraform_version: string | null;
  /** `pending` until it has been looked at. */
  status: 'pending' | 'read' | 'unreadable';
  /** Stable code when unreadable: see `StateProblemCode`; `state_moved` when it was written while it was looked at. */
  code?: string;
  detail?: string;
  repo_id: string | null;
};

export const ANALYSIS_STATUSES = ['queued', 'running', 'completed', 'partial', 'failed', 'canceled'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const TRIGGERS = ['api', 'cli', 'schedule', 'push', 'pull_request', 'comment', 'rerequest'] as const;

/** Why an analysis was made: what happened, at which branch and commit, in which pull request, and who did it. */
export type Trigger = {
  kind: (typeof TRIGGERS)[number];
  ref?: string;
  sha?: string;
  pull_request?: number;
  actor?: string;
};

/** A provider that values were read with. */
export type ProviderUse = {
  /** As the states have it: `registry.terraform.io/hashicorp/aws`. */
  source: string;
  version: string;
  protocol: 5 | 6;
  /** Its twin's address at the other public registry, where that one's build was used. */
  installed_as?: string;
  /** The version that the lock file asks for, where it is another package than this one. */
  locked?: string;
  /** The lock file's hashes prove the binary. */
  verified?: true;
  /** Where it lies on this machine; only the command line tells. */
  origin?: string;
};

/** What the `provider` block of one configuration says of tags, and where it stands. Of default tags the keys alone. */
export type TagSettingsUse = {
  /** `aws`, `aws.west`. */
  provider: string;
  file: string;
  ignore_tags?: { keys?: string[]; key_prefixes?: string[] };
  default_tags?: string[];
  /** What stands there and only Terraform can evaluate: `ignore_tags.keys`. */
  not_constant?: string[];
};

/** A tag that is the only change on several resources of one provider configuration: `aws`, `aws.west`. */
export type Suggestion = { kind: 'ignore_tag'; key: string; provider: string; resources: number; detail: string };

/** An incident that is like another one, or like an intent; the similarity is a cosine. */
export type SimilarIncident = { id: string; similarity: number; date: string; summary: string; resource: string };

/** An incident that the analysis opened, and the earlier ones that are most like it, the most telling first. */
export type SeenBefore = { resource: string; state_key: string; incident_id: string; matches: SimilarIncident[] };

/** What becomes of calls at the cloud, as figures of an action or of a whole analysis. */
export const CALL_FIGURES = ['calls', 'saved', 'throttled', 'refused', 'failed'] as const;
/**
 * `calls` were sent, every further try counted; `saved` needed no call of their own; `throttled` were turned away for being too many;
 * `refused` were not sent, because they are not allowed; `failed` got no answer, or one that the service is in trouble.
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

/** The analysis object, as the API and `plumbline scan --json` give it. */
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
  /** What became of each ignore rule, in the order in which they are asked; empty before the end. */
  ignore_rules: IgnoreRuleUse[];
  /** What was taken from `provider` blocks that lie with the states; only the command line tells. */
  tag_settings?: TagSettingsUse[];
  /** What a person may want to set, by what was found. */
  suggestions: Suggestion[];
  /** Of the incidents that it opened those that are like earlier ones, the worst first; the command line has no memory. */
  similar?: SeenBefore[];
  /** Drift that opened no incident, since the organization has as many as it may; absent where there is none. */
  incidents_omitted?: number;
  /** What became of the calls at the cloud, as far as they are known by now. */
  calls?: CallFigures;
  ai_summary: string | null;
  summary_source: 'model' | 'rules' | null;
  error: { code: string; detail: string } | null;
};

/** A list's element: the analysis without what can be long. */
export type AnalysisOverview = Omit<
  Analysis,
  'findings' | 'coverage' | 'ignore_rules' | 'suggestions' | 'similar' | 'tag_settings' | 'calls'
>;
