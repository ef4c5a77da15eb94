import { CodeHostProblem } from '../../base/code-host.ts';
import { exchange, NoResponse, type HttpLimits, type HttpRequest, type HttpResponse } from '../http/exchange.ts';

/** GitHub redirects from a renamed repository to its number, which is one step. */
const MAX_REDIRECTS = 3;

type Limits = Omit<HttpLimits, 'maxRedirects' | 'isRead'>;

/** Sends a request as `exchange` does. */
export const send = (request: HttpRequest, limits: Limits): Promise<HttpResponse> =>
  exchange(request, { ...limits, maxRedirects: MAX_REDIRECTS });

/** Sends a request that works only once, with a code. Throws `CodeHostProblem` where there is no response. */
export function sendCode(request: HttpRequest, doing: string, limits: Limits): Promise<HttpResponse> {
  return send(request, limits).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error;
    throw new CodeHostProblem('unavailable', `GitHub could not be asked to ${doing}: ${error.message}.`);
  });
}
