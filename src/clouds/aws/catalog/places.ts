import { NOWHERE, type Instance, type Place } from '../../contract/cloud.ts';

const REGION = /^[a-z]{2,4}(-[a-z]+)+-\d{1,2}$/;
const ACCOUNT = /^\d{12}$/;
/** Availability zones: `eu-west-1a`. Local and wavelength zones: `us-west-2-lax-1a`, `us-east-1-wl1-bos-wlz-1`. */
const ZONE = /^([a-z]{2,4}(?:-[a-z]+)+-\d{1,2})(?:[a-z]|-[a-z0-9]+(?:-[a-z0-9]+)+)$/;
/** The host of a queue's URL, current or legacy. An emulator's host names no region. */
const QUEUE_HOST = /^(?:sqs\.([a-z0-9-]+)|([a-z0-9-]+)\.queue)\.amazonaws\.com(?:\.cn)?$/;
const QUEUE_URL = /^https?:\/\/([^/:]+)(?::\d+)?\/(\d{12})\/[^/]+$/;
const REPOSITORY = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\//;
/** Cognito ids begin with their region: `eu-west-1_AbCdEf`, `eu-west-1:0aa1…`. */
const REGION_FIRST = /^([a-z]{2,4}(?:-[a-z]+)+-\d{1,2})[_:]/;
/** Ids that begin with the account: `123456789012:reports`, `123456789012,team`. */
const ACCOUNT_FIRST = /^(\d{12})(?:[:,]|$)/;

const region = (text: unknown) => (typeof text === 'string' && REGION.test(text) ? text : undefined);
const account = (text: unknown) => (typeof text === 'string' && ACCOUNT.test(text) ? text : undefined);

/** Types whose ARN or owner is another account's: that of the subscribed topic, or of the accepted attachment. */
const OTHERS_ARN =
  /^aws_(?:sns_topic_subscription|ram_resource_share_accepter|kms_grant|organizations_.+|vpc_.+_accepter|ec2_.+_accepter|dx_.+_accepter)$/;

/**
 * Types whose `region` argument is not the resource's location: they predate hashicorp/aws 6.0, which adds its own
 * `region` to every other regional resource (its guide "Enhanced Region Support", "Resources deprecating `region`").
 */
const OTHER_REGION =
  /^aws_(?:cloudformation_stack_set_instance|config_aggregate_authorization|dx_hosted_connection|servicequotas_template)$/;

/**
 * Region and account of an ARN, or of a composite id that begins with an ARN (`<arn>|<version>`, `<arn>,<arn>`). A
 * malformed ARN is ignored: some have an account id in place of the region.
 */
function fromArn(text: unknown): Place {
  if (typeof text !== 'string' || !text.startsWith('arn:aws')) return NOWHERE;
  const [, , service = '', where = '', whose = '', rest] = text.split(':', 6);
  if (rest === undefined || service === '' || (where !== '' && !REGION.test(where))) return NOWHERE;
  return { region: region(where), account: account(whose) };
}

function fromQueueUrl(text: unknown): Place {
  const [, host = '', whose] = typeof text === 'string' ? (QUEUE_URL.exec(text) ?? []) : [];
  const [, current, legacy] = QUEUE_HOST.exec(host) ?? [];
  return { region: region(current ?? legacy), account: account(whose) };
}

function fromRepository(text: unknown): Place {
  const [, whose, where] = typeof text === 'string' ? (REPOSITORY.exec(text) ?? []) : [];
  return { region: region(where), account: account(whose) };
}

const first = (pattern: RegExp, text: unknown) => (typeof text === 'string' ? pattern.exec(text)?.[1] : undefined);
const inRegion = (text: unknown): Place => ({ region: region(text), account: undefined });
const ofAccount = (text: unknown): Place => ({ region: undefined, account: account(text) });

type Clue = {
  /** The resource types with the clue; absent for all AWS types. */
  types?: RegExp;
  attributes: readonly string[];
  read: (value: unknown) => Place;
};

/**
 * Attributes that contain a location, besides `region`, `arn` and `id`. An attribute is listed only for types where it
 * is the resource's own location or owner: a member's or grant's `account_id` is another account's.
 */
const CLUES: readonly Clue[] = [
  { types: /^aws_sqs_/, attributes: ['url', 'queue_url', 'id'], read: fromQueueUrl },
  { types: /^aws_ecr_/, attributes: ['repository_url'], read: fromRepository },
  { types: /^aws_ecr_/, attributes: ['registry_id'], read: ofAccount },
  { types: /^aws_api_?gateway/, attributes: ['execution_arn'], read: fromArn },
  {
    types: /^aws_cognito_/,
    attributes: ['id', 'user_pool_id', 'identity_pool_id'],
    read: (id) => inRegion(first(REGION_FIRST, id)),
  },
  { attributes: ['availability_zone'], read: (zone) => inRegion(first(ZONE, zone)) },
  { types: /^aws_eip$/, attributes: ['network_border_group'], read: inRegion },
  { attributes: ['owner_id'], read: ofAccount },
  { types: /^aws_ec2_transit_gateway_vpc_attachment$/, attributes: ['vpc_owner_id'], read: ofAccount },
  { types: /^aws_dx_(?:gateway|connection|lag)$/, attributes: ['owner_account_id'], read: ofAccount },
  { types: /^aws_codeartifact_domain$/, attributes: ['owner'], read: ofAccount },
  {
    types: /^aws_(?:s3_access_point|s3_account_public_access_block|s3control_.+|budgets_.+)$/,
    attributes: ['account_id'],
    read: ofAccount,
  },
  { types: /^aws_quicksight_/, attributes: ['aws_account_id'], read: ofAccount },
  { types: /^aws_glue_/, attributes: ['catalog_id'], read: ofAccount },
  { types: /^aws_s3_bucket_/, attributes: ['expected_bucket_owner'], read: ofAccount },
  {
    types: /^aws_(?:s3_account_public_access_block|s3control_.+|budgets_.+|glue_.+|quicksight_.+|ecr_registry_.+)$/,
    attributes: ['id'],
    read: (id) => ofAccount(first(ACCOUNT_FIRST, id)),
  },
];

/** The location in an instance's own attributes. Malformed values are ignored. */
export function ownPlace({ type, values: read }: Instance): Place {
  const values = read();
  const others = OTHERS_ARN.test(type);
  const named = OTHER_REGION.test(type) ? [] : [inRegion(values.region)];
  const clues = others ? [] : CLUES.filter(({ types }) => types?.test(type) ?? true);
  const candidates = [
    ...named,
    fromArn(values.arn),
    fromArn(values.id),
    ...clues.flatMap((clue) => clue.attributes.map((name) => clue.read(values[name]))),
  ];
  return {
    region: candidates.find((one) => one.region !== undefined)?.region,
    account: others ? undefined : candidates.find((one) => one.account !== undefined)?.account,
  };
}

/** The location in a data source that reads its provider configuration's account or region. */
export function placeFromDataSource(instance: Instance): Place {
  if (instance.mode !== 'data') return NOWHERE;
  const values = instance.values();
  if (instance.type === 'aws_caller_identity') return ofAccount(values.account_id);
  if (instance.type === 'aws_region') return inRegion(values.region ?? values.name ?? values.id);
  return NOWHERE;
}

/** Types of global services. Of Route 53, only the resolver is regional. */
const GLOBAL =
  /^aws_(?:iam|route53(?!_resolver_)|route53domains|cloudfront|organizations|globalaccelerator|shield|budgets|ce|account|waf)_/;

const MAIN_REGION: Readonly<Record<string, string>> = { 'aws-cn': 'cn-north-1', 'aws-us-gov': 'us-gov-west-1' };

/** True for types of global services, which imply no region. */
export const isGlobal = (type: string): boolean => GLOBAL.test(type);

/** A region in which an instance of a global service can be read: any region of its partition works. */
export function anyRegionOf(instance: Instance): string | undefined {
  if (!isGlobal(instance.type)) return undefined;
  const { arn } = instance.values();
  return MAIN_REGION[typeof arn === 'string' ? (arn.split(':')[1] ?? '') : ''] ?? 'us-east-1';
}

/** The partition is a region's prefix (`cn-north-1`, `us-gov-west-1`, `us-isob-east-1`), or `aws` for all others. */
const OTHER_PARTITION = /^(?:cn|us-gov|us-iso[a-z]?|eu-isoe)(?=-)/;

export const partitionOf = (region: string): string => OTHER_PARTITION.exec(region)?.[0] ?? 'aws';
