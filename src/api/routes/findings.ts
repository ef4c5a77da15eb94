import { Type } from 'typebox';
import { csvAnswer, MAX_EXPORT_MS, sendCsv } from '../http/exports.ts';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import {
  ANY_TEXT,
  described,
  Id,
  Nullable,
  oneOf,
  PageFields,
  RepoId,
  Strict,
  text,
  Count,
  count,
  Named,
} from '../schemas/common.ts';
import { Coverage, Finding, FindingKind, Severity, StateKey, Verdict } from '../schemas/finding.ts';
import { bySeverity, SEVERITIES, type Severity as SeverityName } from '../../engine/model/analysis.ts';
import { getFinding } from '../../services/analyses/finding.ts';
import {
  FINDINGS_CURSOR,
  COVERAGE_CURSOR,
  exportFindings,
  pageCoverage,
  pageFindings,
} from '../../services/analyses/findings-page.ts';
import { FINDING_ORDERS } from '../../store/queries/findings-page.ts';
import { findingsCsv } from '../../texts/csv.ts';
import { groupFindings } from '../../services/analyses/group-findings.ts';

/** The page size of lists that may be very long. */
export const LongPageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many elements at most' }),
};

const State = Type.Optional(
  Type.String({ minLength: 1, maxLength: 6000, pattern: ANY_TEXT, description: 'Only of the state with this key' }),
);
const part = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: ANY_TEXT, description }));
const AtLeast = Type.Unsafe<Exclude<SeverityName, 'none'>>({
  type: 'string',
  enum: SEVERITIES.slice(0, -1),
  description: 'Only this severity or worse',
});

export const SeverityAtLeast = Type.Optional(AtLeast);

export const FindingFilters = {
  state: State,
  module: Type.Optional(
    text('Only of this module; empty for the root module. Modules within it are others', 'module.net["a"]', {
      maxLength: 6000,
      pattern: ANY_TEXT,
    }),
  ),
  severity: Type.Optional(described(Severity, 'Only this severity')),
  severity_at_least: SeverityAtLeast,
  kind: Type.Optional(FindingKind),
  type: part('Only of this resource type'),
  region: part('Only of this region'),
  account: part('Only of this account'),
  repo_id: Type.Optional(described(Id, 'Only of states that belong to this repository')),
  q: part('Only with this text in the address, the type or the message, whatever its case'),
  seen: Type.Optional(
    oneOf(['new', 'before'], 'new = only drift that no earlier analysis found; before = only drift that one did', [
      'new',
    ]),
  ),
};

const Sort = Type.Optional(
  oneOf(FINDING_ORDERS, 'severity = the worst first (default); newest = by when the drift was first seen'),
);

export const CoverageFilters = {
  state: State,
  verdict: Type.Optional(Verdict),
  reason: part('Only with this reason'),
  q: part('Only with this text in the address, the type or the detail, whatever its case'),
  suppressed: Type.Optional(
    oneOf(
      ['rule', 'any'],
      'Only instances that differ without being drift: because an ignore rule (`rule`) or anything (`any`) took that out',
    ),
  ),
};

export const placeCursor = (pattern: string) => Type.Optional(Type.String({ ...PageFields.cursor, pattern }));

export const BySeverity = Named(
  'BySeverity',
  'How many of each severity',
  bySeverity(() => Count),
);

const following = count('How many of these are side effects of another finding');

const FindingGroup = Named('FindingGroup', {
  state_key: StateKey,
  module: text('Empty for the root module', 'module.net["a"]'),
  total: Count,
  following,
  severities: BySeverity,
});

export const FindingGroups = Named('FindingGroups', 'Findings in numbers', {
  total: Count,
  following,
  severities: BySeverity,
  kinds: Type.Object({ changed: Count, deleted: Count }),
  groups: Type.Array(FindingGroup, { description: 'By state and module, those with the worst first; 500 at most' }),
  more: count('Number of further groups'),
  types: Type.Array(Type.String({ examples: ['aws_subnet'] }), {
    description: 'Resource types of all findings of the analysis, whatever the filter',
  }),
  regions: Type.Array(Type.String({ examples: ['eu-west-1'] }), { description: 'Their regions' }),
  accounts: Type.Array(Type.String({ examples: ['123456789012'] }), { description: 'Their accounts' }),
});

const Command = (description: string, example: string) => text(description, example);

const NextSteps = Named('NextSteps', 'What can be done about a finding', {
  revert: Nullable(
    Type.Object({
      plan: Command('Shows what would change, and changes nothing', "terraform plan -target='aws_sqs_queue.jobs'"),
      apply: Command('Puts it back; Terraform asks first', "terraform apply -target='aws_sqs_queue.jobs'"),
    }),
    { examples: [null] },
  ),
  accept: Nullable(text('Arguments, as HCL, that make the code say what the cloud has', 'delay_seconds = 60')),
  console_url: Nullable(
    Type.String({ description: 'Where the cloud’s console shows the resource; null where that is not certain' }),
    {
      examples: [
        'https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d',
      ],
    },
  ),
  code: Nullable(
    Type.Object({
      repo_id: RepoId,
      repo_full_name: Type.String({ examples: ['acme/infrastructure'] }),
      path: text('Directory of the root module; `.` is the repository itself', 'infra/network'),
      file: Nullable(
        text(
          'Where the resource is declared, by its path in the repository; null where that is not known',
          'infra/network/main.tf',
        ),
      ),
      line: Nullable(Type.Integer({ minimum: 1, description: 'The line that its block begins on' }), {
        examples: [12],
      }),
      url: Nullable(
        Type.String({ description: 'That line on the code host, on the default branch; or else the directory' }),
        { examples: ['https://github.com/acme/infrastructure/blob/main/infra/network/main.tf#L12'] },
      ),
    }),
    { examples: [null] },
  ),
});

export const FindingDetails = Named('FindingDetails', 'A finding, and what can be done about it', {
  analysis_id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  finding: Finding,
  next_steps: NextSteps,
});

const CSV = csvAnswer('"severity","change","resource"\r\n"high","changed","aws_sqs_queue.jobs"\r\n');

export function findingRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'analyses');

  list('listFindings', 'GET /api/v1/analyses/:id/findings', 'read', {
    members: 'filtered',
    summary: 'The findings of an analysis, page by page',
    description: 'The worst first, then by address. While the analysis runs, new findings may sort before a cursor.',
    query: Strict({ ...LongPageFields, cursor: placeCursor(FINDINGS_CURSOR), ...FindingFilters, sort: Sort }),
    items: Finding,
    call: pageFindings,
  });
  route('getFinding', 'GET /api/v1/analyses/:id/findings/:fingerprint', 'read', {
    members: 'filtered',
    summary: 'One finding of an analysis, with what can be done about it',
    params: Type.Object({
      id: Id,
      fingerprint: text('The `fingerprint` of the finding', '9f86d081884c7d659a2feaa0', {
        pattern: '^[A-Za-z0-9-]{1,64}$',
      }),
    }),
    success: { 200: FindingDetails },
    call: getFinding,
  });
  route('exportFindings', 'GET /api/v1/analyses/:id/csv', 'read', {
    members: 'filtered',
    handlerTimeout: MAX_EXPORT_MS,
    summary: 'The findings of an analysis as CSV',
    description:
      'For spreadsheets: one a line, those that fit the same filters as the list takes. Secrets are masked; a cell that a spreadsheet would take for a formula begins with an apostrophe.',
    query: Strict({ ...FindingFilters, sort: Sort }),
    success: CSV,
    call: async (ctx, input, exchange) =>
      sendCsv(exchange, 'findings.csv', findingsCsv(await exportFindings(ctx, input))),
  });
  route('groupFindings', 'GET /api/v1/analyses/:id/groups', 'read', {
    members: 'filtered',
    summary: 'Number of findings of an analysis, by state and module',
    description: 'Of the findings that fit the same filters as the list takes.',
    query: Strict(FindingFilters),
    success: { 200: FindingGroups },
    call: groupFindings,
  });
  list('listCoverage', 'GET /api/v1/analyses/:id/coverage', 'read', {
    members: 'filtered',
    summary: 'The verdicts of an analysis, page by page',
    description: 'One an instance, by state and in their order there, with differences that are no drift.',
    query: Strict({ ...LongPageFields, cursor: placeCursor(COVERAGE_CURSOR), ...CoverageFilters }),
    items: Coverage,
    call: pageCoverage,
  });
}
