import { Type } from 'typebox';
import { bySeverity } from '../../engine/model/analysis.ts';
import { noObjects, OBJECT_CLASSES } from '../../engine/model/inventory.ts';
import { SCHEDULES } from '../../store/column-values.ts';
import { About, count, Count, Named, NamedStrict, Nullable, oneOf, text, Time, ANY_TEXT } from './common.ts';
import { Severity } from './finding.ts';
import { ImportBy, ObjectClass, ObjectParent, ResourceType } from './object-fields.ts';

const counts = Object.fromEntries(Object.keys(noObjects()).map((name) => [name, Count])) as Record<
  keyof ReturnType<typeof noObjects>,
  typeof Count
>;

const share = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Managed objects among those that are managed, added or unmanaged; null without any',
  }),
  { examples: [0.82] },
);

const AccountId = Nullable(Type.String(), { examples: ['123456789012'] });
const Region = Nullable(Type.String({ description: 'Null for a global service' }), { examples: ['eu-west-1'] });
const Service = Type.String({ examples: ['sqs'] });

export const InventoryRun = Named('InventoryRun', 'An inventory in figures', {
  analysis_id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  status: oneOf(
    ['queued', 'running', 'completed', 'partial', 'failed'],
    'partial = lists failed, or states could not be read',
  ),
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
  baseline: Type.Boolean({ description: 'It was the first: what it found is no news', examples: [false] }),
  objects: count('Objects without a state that it found, so far', 97),
  counts: About('Objects by class; `unproven` could not be read', counts),
  share_managed: share,
  at_least: Type.Boolean({
    description: 'Lists failed, or objects could not be read: there may be more objects',
    examples: [false],
  }),
  at_most: Type.Boolean({
    description: 'States could not be read, and may have some of the objects',
    examples: [false],
  }),
  not_listed: count('Lists that failed', 0),
  calls: count('API calls that it took', 412),
  error: Nullable(Type.Object({ code: Type.String(), detail: Type.String() }), { examples: [null] }),
});

const InventoryCoverage = Named('InventoryCoverage', 'A service in an account and region', {
  service: Service,
  account_id: AccountId,
  region: Region,
  types: count('Types that the service has a list of', 4),
  not_listed: count('Lists of these that failed', 0),
  share_managed: share,
  ...counts,
});

export const InventoryListing = Named('InventoryListing', 'The latest list of a type in an account and region', {
  type: text('`*` where nothing in the account and region could be listed', 'aws_sqs_queue'),
  service: Service,
  account_id: AccountId,
  region: Region,
  state: oneOf(['listed', 'not_listed']),
  reason: Nullable(text('Why it is not listed: see docs/inventory.md', 'denied')),
  detail: Nullable(Type.String({ examples: ['The role may not call sqs:ListQueues.'] })),
  calls: count('API calls of the list', 1),
  analysis_id: Type.String({ examples: ['an_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  baseline_at: Nullable(
    text('When it was complete for the first time: its objects of then are no news', '2026-01-31T09:30:00.000Z', {
      format: 'date-time',
    }),
  ),
  ...counts,
});

export const Inventory = Named('Inventory', 'What is in the cloud and in no state', {
  latest: Nullable(InventoryRun, { examples: [null] }),
  running: Nullable(InventoryRun, { examples: [null] }),
  baseline_at: Nullable(Time),
  open: count('Objects that need a decision now: added or unmanaged, and hidden by no rule', 83),
  new: count('How many of these are not in the baseline', 2),
  ignored: count('Objects that need no decision because an ignore rule hides them', 4),
  severities: About(
    'The open ones',
    bySeverity(() => Count),
  ),
  unread_states: Type.Array(Type.String({ examples: ['prod/network.tfstate'] }), {
    description: 'States that could not be read: what they manage may be among the objects',
  }),
  coverage: Type.Array(InventoryCoverage, { description: 'By service, account and region' }),
  not_listed: Type.Array(InventoryListing, { description: 'Lists that failed; 200 at most' }),
  history: Type.Array(InventoryRun, { description: 'The last 90 that ended, the oldest first' }),
});

const Variables = Type.Array(Type.String({ examples: ['jobs_value'] }), {
  description: 'Variables that need a value: secrets are never written',
});

const object = {
  id: Type.String({ examples: ['obj_0V3mKq8ZxYbD2nR5tW7uAe'] }),
  provider: Type.String({ examples: ['registry.terraform.io/hashicorp/aws'] }),
  type: ResourceType,
  service: Service,
  class: ObjectClass,
  account_id: AccountId,
  region: Region,
  cloud_id: Type.String({ examples: ['arn:aws:sqs:eu-west-1:123456789012:jobs'] }),
  name: Nullable(Type.String(), { examples: ['jobs'] }),
  tags: Type.Record(Type.String(), Type.String(), { examples: [{ team: 'web' }] }),
  parent: Nullable(ObjectParent, { examples: [null] }),
  owner: Nullable(text('The tool that manages it instead', 'CloudFormation stack web'), { examples: [null] }),
  severity: Severity,
  severity_rule: text('The rule that decided: see docs/severity.md', 'open-to-world'),
  severity_reason: Type.String({ examples: ['port 22 (tcp) is open to 0.0.0.0/0 now'] }),
  created_at: Nullable(Time),
  first_seen_at: Time,
  last_seen_at: Time,
  new: Type.Boolean({ description: 'It is not in the baseline', examples: [true] }),
  gone_at: Nullable(Time, { examples: [null] }),
  gone_as: Nullable(oneOf(['deleted', 'managed'], 'managed = a state has it now'), { examples: [null] }),
  ignored_by: Nullable(About('The ignore rule that hides it', { id: Type.String(), reason: Type.String() }), {
    examples: [null],
  }),
  incident_id: Nullable(Type.String(), { examples: [null] }),
  import: About('How it is imported', {
    by: ImportBy,
    status: oneOf(
      ['proven', 'invalid', 'differs', 'unanswered', 'none'],
      'proven: there is a configuration whose plan changes nothing. invalid, differs, unanswered: there is none, because of `detail`. none: nobody has to import it',
    ),
    detail: Nullable(Type.String(), { examples: [null] }),
  }),
};

export const UnmanagedObject = Named('UnmanagedObject', 'An object of the cloud that no state has', object);

export const UnmanagedObjectDetails = Named('UnmanagedObjectDetails', {
  ...object,
  import_block: Nullable(
    text('Null without a proven configuration', 'import {\n  to = aws_sqs_queue.jobs\n  id = "…"\n}\n'),
  ),
  configuration: Nullable(text('The resource as HCL', 'resource "aws_sqs_queue" "jobs" {\n  name = "jobs"\n}\n')),
  variables: Variables,
});

const part = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: ANY_TEXT, description }));

export const ListingFilters = {
  state: Type.Optional(oneOf(['listed', 'not_listed'], 'Only lists of this state')),
  service: part('Only of this service'),
  type: part('Only this resource type'),
  account: part('Only of this account'),
  region: part('Only of this region'),
};

/** The filters of objects that an import takes as well. */
const common = {
  class: Type.Optional(
    oneOf([...OBJECT_CLASSES, 'open'], 'Only of this class; open = those that need a decision: added and unmanaged', [
      'open',
    ]),
  ),
  type: part('Only of this resource type'),
  service: part('Only of this service'),
  account: part('Only of this account'),
  region: part('Only of this region'),
  severity: Type.Optional(Severity),
  severity_at_least: Type.Optional(
    Type.Unsafe<'critical' | 'high' | 'medium' | 'low'>({
      type: 'string',
      enum: ['critical', 'high', 'medium', 'low'],
      description: 'Only this severity or worse',
    }),
  ),
  owner: part('Only what this tool manages'),
  seen: Type.Optional(oneOf(['new', 'before'], 'new = not in the baseline; before = in it', ['new'])),
  q: part('Only with this text in the name, the id, the type, the owner or a tag, whatever its case'),
};

export const ObjectFilters = {
  ...common,
  ignored: Type.Optional(oneOf(['yes', 'no', 'any'], 'Whether an ignore rule hides it; default no', ['any'])),
  status: Type.Optional(oneOf(['present', 'gone'], 'gone = managed or deleted since; default present', ['gone'])),
};

export const ImportRequest = NamedStrict('ImportRequest', 'Either the ids of objects, or filters', {
  objects: Type.Optional(
    Type.Array(text('An id', 'obj_0V3mKq8ZxYbD2nR5tW7uAe', { pattern: '^obj_[0-9A-Za-z]{22}$' }), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
    }),
  ),
  filters: Type.Optional(Type.Object(common, { additionalProperties: false, examples: [{ type: 'aws_sqs_queue' }] })),
});

export const ImportFiles = Named('ImportFiles', 'Files of a root module, as `plumbline import` writes them', {
  files: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['imports.tf'] }),
      text: Type.String({ examples: ['import {\n  to = aws_sqs_queue.jobs\n  id = "…"\n}\n'] }),
    }),
  ),
  variables: Variables,
  written: count('Objects in the files', 2),
  left_out: Type.Array(
    Type.Object({
      id: object.id,
      type: ResourceType,
      cloud_id: object.cloud_id,
      reason: Type.String({ examples: ['an apply would change max_message_size'] }),
    }),
    { description: 'Objects without a proven configuration' },
  ),
  more: count('Matching objects beyond the first 1000, which are not in the files', 0),
});

const schedule = oneOf(
  SCHEDULES,
  'Interval of inventories; default 24h. The first one is made when somebody asks for it',
  ['24h'],
);
const expensive = Type.Boolean({ description: 'Also make lists that take many calls', examples: [false] });

export const InventorySettingsPatch = NamedStrict('InventorySettingsPatch', 'Absent = unchanged', {
  schedule: Type.Optional(schedule),
  expensive: Type.Optional(expensive),
});

export const InventorySettings = Named('InventorySettings', {
  schedule,
  expensive,
  on: Type.Boolean({
    description: 'Inventories are made by themselves: after the baseline, unless off',
    examples: [true],
  }),
  next_run_at: Nullable(Time),
});
