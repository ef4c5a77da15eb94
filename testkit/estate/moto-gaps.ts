import type { IncomingHttpHeaders } from 'node:http';

/**
 * AWS's responses by `X-Amz-Target` to calls that moto answers with 500, which the provider would retry for minutes.
 */
const ANSWERS: Record<string, object> = {
  // The tags of a consumer; moto supports only tags of streams.
  'Kinesis_20131202.ListTagsForResource': { Tags: [] },
  'AnyScaleFrontendService.ListTagsForResource': { Tags: {} },
  'AWSStepFunctions.ListStateMachineVersions': { stateMachineVersions: [] },
  'AWSStepFunctions.ValidateStateMachineDefinition': { result: 'OK', diagnostics: [], truncated: false },
};

export const answerInstead = ({ 'x-amz-target': target }: IncomingHttpHeaders): object | undefined =>
  typeof target === 'string' ? ANSWERS[target] : undefined;

/** Adds the availability mode to NAT gateways: AWS always returns it, and 6.x reads addresses only if it is present. */
export const completed = (answer: string): string =>
  answer.replaceAll('</natGatewayAddressSet>', '$&<availabilityMode>zonal</availabilityMode>');

const TAGS = /<Tags>(.*)<\/Tags>/s;

/** Whether a request creates a bucket. 6.x sends tags in it, which moto does not support. */
export const makesBucket = (method: string | undefined, path: string): boolean =>
  method === 'PUT' && /^\/[^/?]+\/?$/.test(path);

/** The body that tags a bucket with the tags of its creation request; undefined if that has no tags. */
export function tagsOfBucket(made: string): string | undefined {
  const tags = TAGS.exec(made)?.[1];
  return tags && `<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>${tags}</TagSet></Tagging>`;
}
