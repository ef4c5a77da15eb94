import { UpstreamError } from './call/errors.ts';
import type { Call, CloudAnswer, Protocol, Stage } from './call/types.ts';

type Ends = { first: RegExp; last: RegExp };

const XML: Ends = { first: /^(?:<\?[^>]*>|<!--[^>]*>|\s)*<[\w:.-]*Response[\s/>]/, last: />\s*$/ };

/** The start and end of a successful body, in protocols whose bodies are never empty. */
const ENDS: Partial<Record<Protocol, Ends>> = {
  query: XML,
  ec2: XML,
  json: { first: /^\s*\{/, last: /\}\s*$/ },
  // A map, possibly empty.
  'smithy-rpc-v2-cbor': { first: /^[\xa0-\xbf]/, last: /.$/s },
};

/** The prolog before the first element of a page or a document. */
const BEFORE = /^(?:\xef\xbb\xbf)?(?:<\?[^>]*>|<!--[^>]*>|\s)*/.source;

/** The start of a REST-XML document: an element such as `Tagging` or `CORSConfiguration`, not `script` or `BODY`. */
const DOCUMENT = new RegExp(`${BEFORE}<(?:[\\w.-]+:)?[A-Z]\\w*[a-z]`);

/** Actions whose answer is no XML document, by AWS's models: a policy, or the code of a function. */
const NO_DOCUMENT: ReadonlySet<string> = new Set(['GetBucketPolicy', 'GetConnectionFunction', 'GetFunction']);

/** The start of an HTML page. The content decides, not the content type: emulators label all answers as HTML. */
const PAGE = new RegExp(`${BEFORE}<(?:!doctype\\s+html|html)\\b`, 'i');

/** The reason why no service can have given this answer to the call; undefined where one may have. */
function invalidityOf({ request, action, session }: Call, { status, headers, body }: CloudAnswer): string | undefined {
  // Emulators send no request ids.
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
  // SDKs read it as an empty answer.
  if (/^\s*null\s*$/.test(begins)) return 'answered with nothing';
  // Emulators also send empty bodies.
  if (body.length === 0 && session.endpoint === undefined) return 'answered with nothing';
  // The answer is compressed although the request forbade it; the provider can read it.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return undefined;
  const isDocument = action.protocol === 'rest-xml' && !NO_DOCUMENT.has(action.name);
  if (isDocument && body.length > 0 && !DOCUMENT.test(begins)) return 'answered with something else than a document';
  const ends = ENDS[action.protocol];
  if (ends === undefined) return undefined;
  const whole = ends.first.test(begins) && ends.last.test(body.subarray(-100).toString('latin1'));
  return whole ? undefined : 'answered with nothing, or with something else';
}

/**
 * Rejects answers that cannot be the cloud's. SDKs read a proxy's page, or an empty body, as an empty success: the
 * resource would seem to be deleted. Rejects with `UpstreamError`.
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
