import { Type } from 'typebox';

export const resource = { description: 'The address of the resource', examples: ['aws_security_group.bastion'] };
export const summary = {
  description: 'What happened, in a sentence or two',
  examples: ['SSH (22/tcp) was opened to the internet in prod, outside Terraform'],
};
export const date = { description: 'The day it happened', examples: ['2026-01-31'] };
export const incidentId = { examples: ['inc_0V3mKq8ZxYbD2nR5tW7uAe'] };

export const RecallMatch = Type.Object(
  {
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
  },
  { title: 'RecallMatch' },
);
