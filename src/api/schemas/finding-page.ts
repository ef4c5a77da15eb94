import { Type } from 'typebox';
import { bySeverity, SEVERITIES, type Severity as SeverityName } from '../../engine/model/analysis.ts';
import { ANY_TEXT, described, oneOf, PageFields } from './common.ts';
import { FindingKind, Severity, StateKey, Verdict } from './finding.ts';

const count = Type.Integer({ minimum: 0 });

/** A page of what an analysis may have very many of. */
export const LongPageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many elements at most' }),
};

const State = Type.Optional(
  Type.String({ minLength: 1, maxLength: 6000, pattern: ANY_TEXT, description: 'Only of the state with this key' }),
);
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: ANY_TEXT, description }));
const AtLeast = Type.Unsafe<Exclude<SeverityName, 'none'>>({
  type: 'string',
  enum: SEVERITIES.slice(0, -1),
  description: 'Only what is this severe or worse',
});

export const SeverityAtLeast = Type.Optional(AtLeast);

/** Which findings of an analysis. */
export const FindingFilters = {
  state: State,
  module: Type.Optional(
    Type.String({
      maxLength: 6000,
      pattern: ANY_TEXT,
      description: 'Only of this module; empty for the root module. Modules within it are others',
      examples: ['module.net["a"]'],
    }),
  ),
  severity: Type.Optional(described(Severity, 'Only what is just this severe')),
  severity_at_least: SeverityAtLeast,
  kind: Type.Optional(FindingKind),
  type: text('Only of this resource type'),
  q: text('Only with this text in the address, the type or the message, whatever its case'),
};

/** Which verdicts of an analysis. */
export const CoverageFilters = {
  state: State,
  verdict: Type.Optional(Verdict),
  reason: text('Only with this reason'),
  q: text('Only with this text in the address, the type or the detail, whatever its case'),
  suppressed: Type.Optional(
    oneOf(
      ['rule', 'any'],
      'Only instances that differ without being drift: because an ignore rule (`rule`) or anything (`any`) took that out',
    ),
  ),
};

/** A cursor of these lists. */
export const placeCursor = (pattern: string) => Type.Optional(Type.String({ ...PageFields.cursor, pattern }));

export const BySeverity = Type.Object(
  bySeverity(() => count),
  { title: 'BySeverity', description: 'How many of each severity' },
);

const following = Type.Integer({ minimum: 0, description: 'How many of these only follow from another finding' });

const FindingGroup = Type.Object(
  {
    state_key: StateKey,
    module: Type.String({ description: 'Empty for the root module', examples: ['module.net["a"]'] }),
    total: count,
    following,
    severities: BySeverity,
  },
  { title: 'FindingGroup' },
);

export const FindingGroups = Type.Object(
  {
    total: count,
    following,
    severities: BySeverity,
    kinds: Type.Object({ changed: count, deleted: count }),
    groups: Type.Array(FindingGroup, { description: 'By state and module, those with the worst first; 500 at most' }),
    more: Type.Integer({ minimum: 0, description: 'How many groups there are beside these' }),
  },
  { title: 'FindingGroups', description: 'Findings in numbers' },
);
