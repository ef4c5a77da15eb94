import { UpstreamError } from './call/errors.ts';
import type { Call, CloudAnswer, Protocol, Stage } from './call/types.ts';

type Ends = { first: RegExp; last: RegExp };

const XML: Ends = { first: /^(?:<\?[^>]*>|<!--[^>]*>|\s)*<[\w:.-]*Response[\s/>]/, last: />\s*$/ };

/** How a success begins and ends in protocols that always have something to say. */
const ENDS: Partial<Record<Protocol, Ends>> = {
  query: XML,
  ec2: XML,
  json: { first: /^\s*\{/, last: /\}\s*$/ },
  // A map, be there nothing in it.
  'smithy-rpc-v2-cbor': { first: /^[\xa0-\xbf]/, last: /.$/s },
};

/** The prolog before the first element of a page or a document. */
const BEFORE = /^(?:\xef\xbb\xbf)?(?:<\?[^>]*>|<!--[^>]*>|\s)*/.source;

/** How a document of REST services in XML begins: their names are `Tagging` or `CORSConfiguration`, those of pages `script` or `BODY`. */
const DOCUMENT = new RegExp(`${BEFORE}<(?:[\\w.-]+:)?[A-Z]\\w*[a-z]`);

/** What is answered with something else than a document, by AWS's models: with a policy, or the code of a function. */
const NO_DOCUMENT: ReadonlySet<string> = new Set(['GetBucketPolicy', 'GetConnectionFunction', 'GetFunction']);

/** By what it says, whatever stands before that: emulators say of all their answers that they are such. */
const PAGE = new RegExp(`${BEFORE}<(?:!doctype\\s+html|html)\\b`, 'i');

/** Why an answer is none that a service gives to this call; undefined where it may be one. */
function invalidityOf({ request, action, session }: Call, { status, headers, body }: CloudAnswer): string | undefined {
  // Emulators do not number their answers.
  if (
    status === 404 &&
    session.endpoint === undefined &&
    !Object.keys(headers).some((name) => name.startsWith('x-amz'))
  )
    return 'said that it is not there, but not as AWS does';
  if (status < 200 || status > 299 || status === 204 || request.method === 'HEAD' || !Buffer.isBuffer(body))
    return undefined;
  const begins = body.toString('latin1', 0, 1_000);
  if (PAGE.test(begins)) return 'answered with a page for people';
  // SDKs take it for an answer in which there is nothing.
  if (/^\s*null\s*$/.test(begins)) return 'answered with nothing';
  // Emulators do that, too.
  if (body.length === 0 && session.endpoint === undefined) return 'answered with nothing';
  // An answer that is encoded against the request says so, and is for the provider to read.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return undefined;
  const isDocument = action.protocol === 'rest-xml' && !NO_DOCUMENT.has(action.name);
  if (isDocument && body.length > 0 && !DOCUMENT.test(begins)) return 'answered with something else than a document';
  const ends = ENDS[action.protocol];
  if (ends === undefined) return undefined;
  const whole = ends.first.test(begins) && ends.last.test(body.subarray(-100).toString('latin1'));
  return whole ? undefined : 'answered with nothing, or with something else';
}

/**
 * Takes for answers of the cloud what can be one. SDKs read a page of a proxy, or an empty body, as a success in which there is
 * nothing: the resource would seem to be deleted. Rejects with `UpstreamError`.
 */
export const validateResponse: Stage = (next) => async (call, signal) => {
  const answer = await next(call, signal);
  const invalidity = invalidityOf(call, answer);
  if (invalidity === undefined) return answer;
  if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
  const { host } = call.request;
  throw new UpstreamError(
    'broken',
    `${host} ${invalidity}: something on the way, a proxy perhaps, answered in its place.`,
  );
};
