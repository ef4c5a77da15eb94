import { Type, type Static } from 'typebox';
import { plural } from '../../../base/plural.ts';
import { FINDINGS_CURSOR, type FindingsPage } from '../../../services/analyses/findings-page.ts';
import { present } from '../../../texts/present.ts';
import { Analysis } from '../../schemas/analysis.ts';
import { Severity } from '../../schemas/finding.ts';
import { Nullable, text, Named, About } from '../../schemas/common.ts';
import { BriefFinding, briefFindings, clip, linesOf } from './brief.ts';

const STATES = 5;
const DETAIL = 200;

export const findingFilters = {
  severity: Type.Optional(
    Type.Unsafe<'critical' | 'high' | 'medium' | 'low'>({
      type: 'string',
      enum: ['critical', 'high', 'medium', 'low'],
      description: 'Only findings that are this severe or worse',
    }),
  ),
  type: Type.Optional(
    text('Only findings of this resource type', 'aws_security_group', { minLength: 1, maxLength: 200 }),
  ),
  resource: Type.Optional(
    text(
      'Only findings whose resource address contains this text: an address, or a module',
      'aws_security_group.bastion',
      { minLength: 1, maxLength: 1000 },
    ),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 10,
    description: 'How many findings at most; the fewer, the more is shown of each',
  }),
  cursor: Type.Optional(
    Type.String({ pattern: FINDINGS_CURSOR, description: 'next_cursor of the page before, with the same filters' }),
  ),
};

const { id, repo_id, status, created_at, finished_at, counts, ai_summary, error } = Analysis.properties;

export const BriefAnalysis = Named('BriefAnalysis', {
  id,
  repo_id,
  status,
  created_at,
  finished_at,
  severity: Severity,
  state_prefix: Nullable(Type.String({ description: 'Only states whose key starts with it were checked' })),
  counts,
  ai_summary,
  error,
});

/** The shown fields of a newer analysis. */
export const NewerAnalysis = Named('NewerAnalysis', {
  id,
  status,
  created_at,
  state_prefix: BriefAnalysis.properties.state_prefix,
  error,
});

export const findingFields = {
  total: Type.Integer({ minimum: 0, description: 'Findings that fit, on all pages' }),
  following: Type.Integer({ minimum: 0, description: 'How many of these are side effects of another finding' }),
  findings: Type.Array(BriefFinding, { description: 'The worst first' }),
  next_cursor: Nullable(Type.String({ description: 'Give it as cursor to go on; null at the end' })),
  not_checked: About('Not checked, so it may have drifted', {
    states: Type.Array(Type.Object({ key: Type.String(), code: Type.String(), detail: Type.String() })),
    states_in_all: Type.Integer({ minimum: 0 }),
    resources: Type.Array(
      Type.Object({
        verdict: Type.String({ description: 'unreadable, unsupported or suspect' }),
        reason: Type.String(),
        count: Type.Integer({ minimum: 1 }),
        detail: Type.String({ description: 'Of the first one' }),
        examples: Type.Array(Type.String()),
      }),
    ),
  }),
};

const fields = Type.Object(findingFields);

export function findingPart({ analysis, findings, total, following, next, gaps }: FindingsPage): Static<typeof fields> {
  const states = analysis.states.filter((one) => one.status !== 'read');
  return {
    total,
    following,
    findings: briefFindings(findings),
    next_cursor: next ?? null,
    not_checked: {
      states: states.slice(0, STATES).map((one) => ({
        key: clip(one.key),
        code: one.code ?? one.status,
        detail: clip(one.detail ?? '', DETAIL),
      })),
      states_in_all: states.length,
      resources: gaps.map(({ verdict, reason, count, detail, resources }) => ({
        verdict,
        reason: reason ?? '',
        count,
        detail: clip(detail ?? '', DETAIL),
        examples: resources.map((one) => clip(one)),
      })),
    },
  };
}

/** `9 findings fit (+2 side effects)`, counted like in reports. */
function fitting(own: number, following: number): string {
  const findings = `${plural(own, 'finding')} fit${own === 1 ? 's' : ''}`;
  const sideEffects = plural(following, 'side effect');
  if (following === 0) return findings;
  return own === 0 ? `${sideEffects} fit${following === 1 ? 's' : ''}` : `${findings} (+${sideEffects})`;
}

/** The findings in Plumbline's own words. `tool` is the tool to call for more. */
export function findingHeadline(
  { total, following, findings, next_cursor, not_checked }: Static<typeof fields>,
  tool: string,
): string {
  const unseen = not_checked.resources.reduce((sum, { count }) => sum + count, 0);
  const { states_in_all: states } = not_checked;
  return present(
    total === 0
      ? 'No finding fits.'
      : `${fitting(total - following, following)}, ${findings.length} shown, the worst first.`,
    next_cursor !== null && `More: call ${tool} again with the same arguments and cursor "${next_cursor}".`,
    findings.some((one) => one.attributes_left_out > 0) &&
      'Of some, not all attributes are shown: narrow it down with resource, or GET /api/v1/analyses/{id} of the API.',
    unseen + states > 0 &&
      `${plural(unseen, 'resource')} and ${plural(states, 'state')} were not checked and may have drifted.`,
  ).join(' ');
}

export function findingLines({ findings, not_checked }: Static<typeof fields>): string[] {
  return [
    ...findings.flatMap(linesOf),
    ...not_checked.states.map(({ key, code, detail }) => `Not checked: state ${key} (${code}) ${detail}`),
    ...not_checked.resources.map(
      ({ verdict, reason, count, detail, examples }) =>
        `Not checked: ${count} ${verdict} (${reason}), for example ${examples.join(', ')}. ${detail}`,
    ),
  ];
}
