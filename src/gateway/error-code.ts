import type { CloudAnswer } from './types.ts';

/** Errors are short; what is longer is something else. */
const LONGEST = 64 * 1024;

/** `com.amazon.coral.service#ThrottlingException:http://internal.amazon.com/…` is `ThrottlingException`. */
const bare = (name: string): string => (/([^#]*)$/.exec(name)?.[1] ?? name).replace(/:.*$/s, '').trim();

/**
 * AWS's code of an answer that is an error: from the header that REST and JSON services send, the JSON or CBOR body's
 * `__type` or `code`, or the XML body's `Code`. undefined for a success, for a stream, and where there is none (a HEAD request's).
 */
export function errorCodeOf(answer: CloudAnswer): string | undefined {
  if (answer.status < 400) return undefined;
  const header = answer.headers['x-amzn-errortype'] ?? answer.headers['x-amzn-query-error'];
  const said = typeof header === 'string' ? header : header?.[0];
  // The query error header is `code;fault`.
  if (said !== undefined && said !== '') return bare(said.split(';')[0] ?? said);
  if (!Buffer.isBuffer(answer.body) || answer.body.length > LONGEST) return undefined;
  const text = answer.body.toString('utf8');
  const found =
    /<Code>\s*([^<\s]+)\s*<\/Code>/.exec(text)?.[1] ??
    /"(?:__type|code|Code)"\s*:\s*"([^"]+)"/.exec(text)?.[1] ??
    // CBOR: the key of six letters, and a text of a length that is said in the one or two bytes before it.
    /__type(?:x.|[`-w])([\w.#]+)/s.exec(text)?.[1];
  return found === undefined ? undefined : bare(found);
}
