import { Type } from 'typebox';
import { getIncident } from '../../../services/memory/get.ts';
import { Strict } from '../../schemas/common.ts';
import { Incident, IncidentParams, OrgQuery } from '../../schemas/memory.ts';
import { clip } from '../brief.ts';
import { defineTool } from '../tool.ts';

const DETAILS = 12_000;

export const getIncidentTool = defineTool({
  name: 'get_incident',
  title: 'One incident',
  description:
    'Shows one incident: what happened to which resource, when, and what was written about it. Ids come from recall.',
  input: Strict({ ...IncidentParams.properties, ...OrgQuery.properties }),
  output: Type.Object({ incident: Incident }),
  async call(ctx, input) {
    const incident = await getIncident(ctx, input);
    const { details } = incident;
    const long = details !== null && details.length > DETAILS;
    return {
      data: { incident: { ...incident, details: details === null ? null : clip(details, DETAILS) } },
      headline: `An incident, ${incident.status}, of ${incident.date}.${long ? ' Its details are cut; GET /api/v1/incidents/{id} has all of them.' : ''}`,
      lines: [
        `${incident.id}: ${incident.resource}: ${incident.summary}`,
        ...(details === null
          ? []
          : [
              'Details:',
              ...clip(details, DETAILS)
                .split('\n')
                .map((line) => `    ${line}`),
            ]),
      ],
    };
  },
});
