import { Type } from 'typebox';
import { listDrift } from '../../../services/analyses/drift.ts';
import { Nullable, Strict } from '../../schemas/common.ts';
import { OrgQuery, RecallRequest } from '../../schemas/incident.ts';
import {
  BriefAnalysis,
  NewerAnalysis,
  findingFields,
  findingFilters,
  findingHeadline,
  findingLines,
  findingPart,
} from './drift-page.ts';
import { briefly } from './brief.ts';
import { defineTool } from './tool.ts';

const { project } = RecallRequest.properties;

const NOTHING = {
  total: 0,
  following: 0,
  findings: [],
  next_cursor: null,
  not_checked: { states: [], states_in_all: 0, resources: [] },
};

export const listDriftTool = defineTool({
  name: 'list_drift',
  title: 'Where does the cloud differ from its Terraform state?',
  description: `Lists resources whose live cloud values differ from their Terraform state, by the latest analysis of an organization or repository, the worst first. Call it before you plan or apply Terraform on a resource: a plan would undo these changes. Narrow it with "resource", "type" or "severity". It also lists what was not checked: a resource without a finding may still have drifted.`,
  input: Strict({
    project: Type.Optional(
      Type.Unsafe<string>({
        ...project,
        description:
          'A repository’s full name, name or id, or an organization’s login or id; the key’s own organization, if not given',
      }),
    ),
    ...findingFilters,
    ...OrgQuery.properties,
  }),
  output: Type.Object({
    analysis: Nullable(BriefAnalysis),
    /** A newer analysis that has no result yet, or checked fewer states. */
    newer: Nullable(NewerAnalysis),
    ...findingFields,
  }),
  async call(ctx, input) {
    const { page, newer } = await listDrift(ctx, input);
    const part = page ? findingPart(page) : NOTHING;
    const analysis = page ? briefly(BriefAnalysis, { ...page.analysis, state_prefix: page.state_prefix }) : null;
    const later = newer ? briefly(NewerAnalysis, newer) : null;
    return {
      data: { analysis, newer: later, ...part },
      headline: [
        analysis
          ? `By ${analysis.id} (${analysis.status}, ${analysis.finished_at ?? analysis.created_at}): ${findingHeadline(part, 'list_drift')}`
          : 'No analysis has a result yet, so drift is unknown.',
        ...(later ? [`A newer analysis, ${later.id}, is ${later.status}.`] : []),
      ].join(' '),
      lines: [
        ...(analysis?.state_prefix == null ? [] : [`Only states under ${analysis.state_prefix} were checked.`]),
        ...(later?.error ? [`${later.id}: ${later.error.code}: ${later.error.detail}`] : []),
        ...(later?.state_prefix == null ? [] : [`${later.id} checks only states under ${later.state_prefix}.`]),
        ...findingLines(part),
      ],
    };
  },
});
