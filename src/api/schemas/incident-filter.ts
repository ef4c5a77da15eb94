import { Type } from 'typebox';
import { Severity } from './finding.ts';
import { ANY_TEXT, described, Id, PageFields } from './common.ts';
import { IncidentResolution, IncidentSource, IncidentStatus, ONE_LINE, SOME_YEAR } from './memory.ts';

/** A place in a list of incidents: a day, and an id. */
export const IncidentPageFields = {
  ...PageFields,
  cursor: Type.Optional(
    Type.String({
      ...PageFields.cursor,
      pattern: '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]):[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$',
    }),
  ),
};

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: SOME_YEAR, description, examples: ['2026-01-31'] }));

/** Which incidents. */
export const IncidentFilterFields = {
  repo_id: Type.Optional(Id),
  status: Type.Optional(described(IncidentStatus, 'Those that last, or those that are over')),
  source: Type.Optional(IncidentSource),
  severity: Type.Optional(described(Severity, 'The worst that it was')),
  resolution: Type.Optional(IncidentResolution),
  resource: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: ONE_LINE,
      description: 'Only those of this address',
      examples: ['aws_security_group.bastion'],
    }),
  ),
  state_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: ANY_TEXT,
      description: 'Only those that were seen last in this state',
      examples: ['prod/network.tfstate'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: ANY_TEXT,
      description: 'A part of the address or of the summary, without regard to case',
      examples: ['bastion'],
    }),
  ),
  since: day('Only those that began on this day or later'),
  until: day('Only those that began on this day or earlier'),
};
