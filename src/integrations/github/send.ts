import { CodeHostProblem } from '../../base/code-host.ts';
import { exchange, NoResponse, type HttpLimits, type HttpRequest, type HttpResponse } from '../http/exchange.ts';

/** GitHub redirects a renamed repository's requests to its number, which is one step. */
const MAX_REDIRECTS = 3;

type Limits = Omit<HttpLimits, 'maxRedirects' | 'isRead'>;

/** Sends a request with `exchange`. */
export const send = (request: HttpRequest, limits: Limits): Promise<HttpResponse> =>
  exchange(request, { ...limits, maxRedirects: MAX_REDIRECTS });

/** Sends a request with a code, which works only once. Throws `CodeHostProblem` where there is no response. */
export function sendCode(request: HttpRequest, doing: string, limits: Limits): Promise<HttpResponse> {
  return send(request, limits).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error;
    throw new CodeHostProblem('unavailable', `GitHub could not be asked to ${doing}: ${error.message}.`);
  });
}
