import { Type } from 'typebox';
import { described, Id, Nullable, OrNull, Strict, WordOrNull, text, Named } from './common.ts';
import { Severity } from './finding.ts';
import {
  Incident,
  IncidentKind,
  IncidentResolution,
  IncidentSource,
  IncidentStatus,
  NewIncident,
  ProjectName,
} from './incident.ts';
import { INCIDENT_ID } from '../../base/ids.ts';

const { resource, summary, details, date, id: IdOfNew } = NewIncident.properties;
const name = { examples: ['acme/infrastructure'] };

export const ExportedIncident = Named('ExportedIncident', {
  ...Incident.properties,
  repo_full_name: Nullable(Type.String({ description: 'The name by which another server finds its repository' }), name),
});

const Word = Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]+$', examples: ['aws_security_group'] });
const Name = Type.String({ minLength: 1, maxLength: 200, ...name });
const IncidentId = Type.String({ pattern: INCIDENT_ID, examples: ['inc_0V3mKq8ZxYbD2nR5tW7uAe'] });
const Moment = text('RFC 3339', '2026-01-31T09:30:00.000Z', { format: 'date-time' });

export const ImportedIncident = Strict(
  {
    id: Type.Optional(
      Type.String({
        ...IdOfNew,
        description:
          'Unique within the organization; by default it is derived from the line: the same line has the same',
      }),
    ),
    resource,
    summary,
    details: Type.Optional(OrNull(Type.String({ ...details }))),
    date,
    project: Type.Optional(described(ProjectName, 'Whose it is, instead of `repo_id` and `repo_full_name`')),
    org_id: Type.Optional(described(Id, 'Says nothing: it comes into the organization in the path')),
    repo_id: Type.Optional(OrNull(Id)),
    repo_full_name: Type.Optional(OrNull(Name)),
    type: Type.Optional(OrNull(Word)),
    status: Type.Optional(IncidentStatus),
    source: Type.Optional(IncidentSource),
    created_at: Type.Optional(Moment),
    kind: Type.Optional(WordOrNull(IncidentKind)),
    severity: Type.Optional(WordOrNull(Severity)),
    state_key: Type.Optional(OrNull(Type.String({ minLength: 1, maxLength: 1024 }))),
    region: Type.Optional(OrNull(Word)),
    account_id: Type.Optional(OrNull(Word)),
    attributes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
        maxItems: 5000,
        description: 'Of these, the first 200 are kept, or fewer, within 50,000 characters',
      }),
    ),
    first_seen_at: Type.Optional(OrNull(Moment)),
    last_seen_at: Type.Optional(OrNull(Moment)),
    resolved_at: Type.Optional(OrNull(Moment)),
    resolution: Type.Optional(WordOrNull(IncidentResolution)),
    times_seen: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    analyses: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    previous_id: Type.Optional(OrNull(IncidentId)),
    next_id: Type.Optional(
      Type.Unsafe<unknown>({ description: 'Says nothing: it follows from the incidents that there are' }),
    ),
    similar: Type.Optional(
      Type.Array(
        Type.Object({ id: IncidentId, similarity: Type.Number({ minimum: -1, maximum: 1, examples: [0.4405] }) }),
        {
          maxItems: 50,
          description: 'Of these, those that are here by then; what else an export says of them says nothing',
        },
      ),
    ),
  },
  {
    title: 'ImportedIncident',
    description:
      'A line of an export, or one by hand: `resource` and `summary` are enough. Secrets in texts are masked before anything is stored',
    examples: [
      {
        id: 'post-mortem-17',
        project: 'acme/infrastructure',
        resource: 'aws_security_group.bastion',
        summary: 'SSH (22/tcp) was opened to the internet in prod, outside Terraform',
        date: '2026-01-31',
      },
    ],
  },
);
