import type { IncomingHttpHeaders } from 'node:http';

/** AWS's answers by `X-Amz-Target` to calls that moto answers with 500, which the provider would retry for minutes. */
const ANSWERS: Record<string, object> = {
  // Of a consumer; moto knows the tags of streams.
  'Kinesis_20131202.ListTagsForResource': { Tags: [] },
  'AnyScaleFrontendService.ListTagsForResource': { Tags: {} },
  'AWSStepFunctions.ListStateMachineVersions': { stateMachineVersions: [] },
  'AWSStepFunctions.ValidateStateMachineDefinition': { result: 'OK', diagnostics: [], truncated: false },
};

export const answerInstead = ({ 'x-amz-target': target }: IncomingHttpHeaders): object | undefined =>
  typeof target === 'string' ? ANSWERS[target] : undefined;

/** AWS says of every NAT gateway whether it is in one zone; 6.x reads the addresses of those alone of which it is said. */
export const completed = (answer: string): string =>
  answer.replaceAll('</natGatewayAddressSet>', '$&<availabilityMode>zonal</availabilityMode>');

const TAGS = /<Tags>(.*)<\/Tags>/s;

/** Whether a request creates a bucket: 6.x sends its tags along, which moto does not accept. */
export const makesBucket = (method: string | undefined, path: string): boolean =>
  method === 'PUT' && /^\/[^/?]+\/?$/.test(path);

/** The document that tags a bucket as the one that made it asked for; undefined where that asked for no tags. */
export function tagsOfBucket(made: string): string | undefined {
  const tags = TAGS.exec(made)?.[1];
  return tags && `<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>${tags}</TagSet></Tagging>`;
}
