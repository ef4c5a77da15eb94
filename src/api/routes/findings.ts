import { Type } from 'typebox';
import { operationsOf } from '../http/operations.ts';
import type { App } from '../http/types.ts';
import { ANY_TEXT, described, oneOf, PageFields, Strict, text, Count, count, Named } from '../schemas/common.ts';
import { Coverage, Finding, FindingKind, Severity, StateKey, Verdict } from '../schemas/finding.ts';
import { bySeverity, SEVERITIES, type Severity as SeverityName } from '../../engine/model/analysis.ts';
import { FINDINGS_CURSOR, COVERAGE_CURSOR, pageCoverage, pageFindings } from '../../services/analyses/findings-page.ts';
import { groupFindings } from '../../services/analyses/group-findings.ts';

/** A page of what an analysis may have very many of. */
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
  q: part('Only with this text in the address, the type or the message, whatever its case'),
};

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
});

export function findingRoutes(app: App): void {
  const { list, route } = operationsOf(app, 'analyses');

  list('listFindings', 'GET /api/v1/analyses/:id/findings', 'read', {
    members: 'filtered',
    summary: 'The findings of an analysis, page by page',
    description:
      'The worst first, then by state and in their order there. While the analysis runs, new findings may sort before a cursor.',
    query: Strict({ ...LongPageFields, cursor: placeCursor(FINDINGS_CURSOR), ...FindingFilters }),
    items: Finding,
    call: pageFindings,
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
