import { Type } from 'typebox';
import { described, Id, Nullable, oneOf, Strict, Time, text, count, Named, NamedStrict } from './common.ts';
import { FindingKind, Severity } from './finding.ts';
import { INCIDENT_ID } from '../../base/ids.ts';
import { RESOLUTIONS } from '../../engine/model/resolution.ts';

export const resource = { description: 'The address of the resource', examples: ['aws_security_group.bastion'] };
export const summary = {
  description: 'The incident in a sentence or two',
  examples: ['SSH (22/tcp) was opened to the internet in prod, outside Terraform'],
};
export const date = { description: 'The day it happened', examples: ['2026-01-31'] };
export const incidentId = { examples: ['inc_0V3mKq8ZxYbD2nR5tW7uAe'] };

export const RecallMatch = Named('RecallMatch', {
  id: Type.String(incidentId),
  similarity: Type.Number({
    minimum: -1,
    maximum: 1,
    description: 'Cosine, four places; strong from 0.40, possible from 0.25',
    examples: [0.4405],
  }),
  date: Type.String({ ...date, format: 'date' }),
  summary: Type.String(summary),
  resource: Type.String(resource),
});

/** Control characters would be shown to people, and no database stores NUL. */
export const ONE_LINE = '^ *[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$';
const LINES = '^[ \\t\\r\\n]*[^\\u0000-\\u0020\\u007f][^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

export const ProjectName = text(
  'A repository’s full name, name or id; or the organization’s login or id',
  'acme/infrastructure',
  { minLength: 1, maxLength: 200, pattern: ONE_LINE },
);
/** Databases have no year 0. */
export const SOME_YEAR = '^(?!0000)';

export const OrgQuery = Strict({
  org_id: Type.Optional(described(Id, 'Whose: for the operator key, where the name alone does not say it')),
});

export const IncidentParams = Type.Object({
  id: Type.String({ pattern: INCIDENT_ID, description: 'The id of an incident', ...incidentId }),
});

export const NewIncident = NamedStrict('NewIncident', 'Secrets in texts are masked before anything is stored', {
  project: ProjectName,
  resource: Type.String({ minLength: 1, maxLength: 1000, pattern: ONE_LINE, ...resource }),
  summary: Type.String({ minLength: 1, maxLength: 4000, pattern: LINES, ...summary }),
  details: Type.Optional(
    text(
      'Everything else that is worth keeping, Markdown for instance; recall does not search it',
      'The rule was added by hand during an outage and forgotten.',
      { minLength: 1, maxLength: 50_000, pattern: LINES },
    ),
  ),
  date: Type.Optional(
    Type.String({
      ...date,
      format: 'date',
      pattern: SOME_YEAR,
      description: 'The day it happened; by default today',
    }),
  ),
  id: Type.Optional(
    text('An id of your own, unique within the organization; by default one is made', 'post-mortem-17', {
      pattern: INCIDENT_ID,
    }),
  ),
});

export const IncidentStatus = oneOf(['open', 'resolved'], 'open = the drift still exists');

export const IncidentSource = oneOf(['manual', 'drift'], 'manual = written by a person; drift = opened by an analysis');
export const IncidentKind = FindingKind;

export const IncidentResolution = oneOf(
  RESOLUTIONS,
  'reverted = the cloud is as the state says again; codified = the state was made to follow; removed_from_state = no state has it any more; source_removed = the state source of its state was removed; ignored = an ignore rule takes it out; superseded = it became drift of the other kind',
);

export const Incident = Named(
  'Incident',
  'Without `repo_id` it concerns the whole organization. The fields after `created_at` hold for drift, and are empty or null where a person wrote the incident',
  {
    id: Type.String(incidentId),
    org_id: Type.String({ examples: ['org_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    repo_id: Nullable(Type.String(), { examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    resource: Type.String(resource),
    type: Nullable(Type.String({ description: 'The resource type, where `resource` is an address' }), {
      examples: ['aws_security_group'],
    }),
    summary: Type.String(summary),
    details: Nullable(Type.String()),
    date: Type.String({ ...date, format: 'date' }),
    status: IncidentStatus,
    source: IncidentSource,
    created_at: Time,
    kind: Nullable(IncidentKind, { examples: ['changed'] }),
    severity: Nullable(described(Severity, 'The worst that it was'), {
      examples: ['high'],
    }),
    state_key: Nullable(Type.String({ description: 'Where it was seen last' }), { examples: ['prod/network.tfstate'] }),
    region: Nullable(Type.String(), { examples: ['eu-west-1'] }),
    account_id: Nullable(Type.String(), { examples: ['123456789012'] }),
    attributes: Type.Array(Type.String({ examples: ['ingress'] }), {
      description: 'Paths of the attributes that drifted while it lasted',
    }),
    first_seen_at: Nullable(Time),
    last_seen_at: Nullable(Time),
    resolved_at: Nullable(Time, { examples: [null] }),
    resolution: Nullable(IncidentResolution, { examples: [null] }),
    times_seen: count('Analyses that found it', 3),
    analyses: Type.Array(Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }), {
      description: 'The latest of them, up to 20, the latest first',
    }),
    previous_id: Nullable(Type.String({ description: 'The same drift of before, where it has come back' }), {
      examples: [null],
    }),
    next_id: Nullable(Type.String({ description: 'The same drift when it came back' }), { examples: [null] }),
    similar: Type.Array(RecallMatch, {
      description:
        'The earlier incidents that it was most like when it was opened, at most three: first earlier incidents of the same resource, then those with a similarity of 0.40 and more. Deleted ones are left out',
    }),
  },
);

export const RecallRequest = NamedStrict('RecallRequest', {
  project: ProjectName,
  intent: text('The intended change', 'open ssh to the world', { minLength: 1, maxLength: 10_000 }),
  top_k: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'How many matches at most' }),
  min_similarity: Type.Optional(
    Type.Number({ minimum: -1, maximum: 1, description: 'Leave out matches below it', examples: [0.25] }),
  ),
});

export const Recollection = Named('Recollection', {
  matches: Type.Array(RecallMatch, { description: 'The most similar first; of equals the later one' }),
  latency_ms: Type.Number({ minimum: 0, description: 'How long it took in the server', examples: [2.41] }),
});
