import { Type } from 'typebox';
import { plural } from '../../../base/plural.ts';
import type { Incident as Shown } from '../../../services/memory/incident.ts';
import { getIncident } from '../../../services/memory/list.ts';
import { present } from '../../../texts/present.ts';
import { Strict } from '../../schemas/common.ts';
import { Incident, IncidentParams, OrgQuery } from '../../schemas/incident.ts';
import { clip, clipped } from './brief.ts';
import { defineTool } from './tool.ts';

const DETAILS = 12_000;
const SUMMARY = 4000;
const SIMILAR = 10;
/** The most attributes that are shown; drift of one resource has few. */
const ATTRIBUTES = 50;
const ATTRIBUTE = 300;

/** The location and course of the incident, if known. */
function course(incident: Shown): string[] {
  const { attributes, first_seen_at: first, last_seen_at: last, resolved_at: end } = incident;
  const where = present(incident.state_key, incident.region, incident.account_id);
  return present(
    where.length > 0 && `In ${where.join(', ')}`,
    attributes.length > 0 && `Attributes: ${clip(attributes.join(', '), SUMMARY)}`,
    first !== null && `First seen ${first}, last ${last}, by ${plural(incident.times_seen, 'analysis', 'analyses')}`,
    end !== null && `Resolved ${end}: ${incident.resolution}`,
    incident.previous_id !== null && `It had happened before: ${incident.previous_id}`,
    incident.next_id !== null && `It happened again: ${incident.next_id}`,
    ...incident.similar.map(
      (one) => `Like ${one.id} of ${one.date} (${one.similarity}): ${one.resource}: ${clip(one.summary, 300)}`,
    ),
  );
}

export const getIncidentTool = defineTool({
  name: 'get_incident',
  title: 'One incident',
  description:
    'Shows one incident: what happened to which resource, when, how it ended, and what was written about it. Its id is in what recall answers, and the incident_id of a finding.',
  input: Strict({ ...IncidentParams.properties, ...OrgQuery.properties }),
  output: Type.Object({
    incident: Incident,
    attributes_left_out: Type.Integer({ minimum: 0, description: 'Of its attributes, how many are not shown here' }),
  }),
  async call(ctx, input) {
    const whole = await getIncident(ctx, input);
    const cut = whole.details !== null && whole.details.length > DETAILS;
    const shown = { ...whole, attributes: whole.attributes.slice(0, ATTRIBUTES) };
    const incident = {
      ...clipped(shown, { resource: SUMMARY, summary: SUMMARY, details: DETAILS, attributes: ATTRIBUTE }),
      similar: clipped(whole.similar.slice(0, SIMILAR), { summary: 300 }),
    };
    const leftOut = whole.attributes.length - incident.attributes.length;
    const lines = incident.details?.split('\n').map((line) => `    ${line}`);
    return {
      data: { incident, attributes_left_out: leftOut },
      headline: `This incident, of ${incident.date}, is ${incident.status}.${cut ? ' Its details are cut here; GET /api/v1/incidents/{id} of the API has all of them.' : ''}`,
      lines: [
        `${incident.id}: ${incident.resource}: ${incident.summary}`,
        ...course(incident),
        ...(leftOut === 0 ? [] : [`${leftOut} more attributes are not shown.`]),
        ...(lines ? ['Details:', ...lines] : []),
      ],
    };
  },
});
