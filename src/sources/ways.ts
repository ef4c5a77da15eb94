import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SourceProblem } from '../base/state-source.ts';
import { createReach } from '../integrations/http/addresses.ts';
import { guardedAgents, type Admit } from '../integrations/http/agents.ts';
import { errorCode, retryAfterMs } from '../integrations/http/errors.ts';
import { requestWith, type Agents } from '../integrations/http/request.ts';
import { nameServers, type Resolve } from '../integrations/http/resolve.ts';
import { isWebPort, refusalOf, type Rules } from '../integrations/http/target.ts';
import type { Answer, AskOptions, Ways } from './contract/kind.ts';

export type WaysOptions = {
  /** Private networks of sources, in CIDR notation; `loopback` stands for this machine. */
  networks?: readonly string[] | undefined;
  /** Whether `http://` is allowed, which lets everybody on the way read states and credentials. */
  http?: boolean;
  resolve?: Resolve;
  /** Further certificates to trust, as PEM. */
  authorities?: readonly string[];
  /** How long a server may be silent. */
  idleMs?: number;
  /** The first wait for a busy server; each further one is twice as long. */
  backoffMs?: number;
};

/** Ports of state source servers, besides the web's ports: Kubernetes, Consul, MinIO. */
const SOURCE_PORTS = [6443, 8500, 8501, 9000];
const IDLE_MS = 30_000;
/** The limit of one request with its body: the largest state over a slow line. */
const WHOLE_MS = 300_000;
const ATTEMPTS = 4;
const BACKOFF_MS = 500;
const BUSY = [408, 429, 500, 502, 503, 504];
/** If a server asks for a longer wait, its refusal is returned. */
const MAX_WAIT_MS = 30_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

const NO_WAY = 'The operator of this server decides which private networks may be reached.';

const unreachable = (sentence: string, cause?: unknown): SourceProblem =>
  new SourceProblem('source_unreachable', sentence, { cause });

/** Keeps only the code of an error: its text may contain the URL. */
function brokenOff(host: string, error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const code = errorCode(error);
  const named = code === undefined ? '' : ` (${code})`;
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(named))
    return unreachable(
      `No secure connection can be made to ${host}${named}. Check its name and its certificate, or name the authority that issued it.`,
    );
  return unreachable(
    `${host} cannot be reached, or broke off${named}. Check the address and that the server runs, then try again.`,
  );
}

/** Varies a wait, so that clients that were refused together do not retry together. */
const spread = (ms: number): number => ms * (0.75 + Math.random() / 2);

/**
 * The network access of state sources, within `networks` and `http` and the address rules of outgoing webhooks.
 * Disposing of it closes persistent connections.
 */
export function createWays(options: WaysOptions = {}): Ways & Disposable {
  const {
    networks = [],
    http = false,
    resolve: lookUp = nameServers(),
    authorities,
    idleMs = IDLE_MS,
    backoffMs = BACKOFF_MS,
  } = options;
  const rules: Rules = { reach: createReach(networks), http, anyPort: networks.length > 0, ports: SOURCE_PORTS };

  /** If one of a host's addresses is forbidden, the whole host is refused. */
  async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
    let addresses = [host];
    if (isIP(host) === 0)
      try {
        addresses = await lookUp(host, signal);
      } catch (cause) {
        throw unreachable(`${host} has no address that could be found. Check its name.`, cause);
      }
    if (addresses.some((address) => rules.reach(address) === 'refused'))
      throw unreachable(`${host} leads to an address that may not be reached. ${NO_WAY}`);
    return addresses;
  }

  const admit: Admit = async ({ host, port, isSecure }) => {
    if (!isSecure && !http) throw unreachable('The address of the source must begin with https://. Correct it.');
    const addresses = await addressesOf(host, AbortSignal.timeout(idleMs));
    if (!isWebPort(port, rules) && addresses.some((address) => rules.reach(address) === 'public'))
      throw unreachable(`${host} leads to a port that may not be reached there. Use 443, or another port of the web.`);
    return addresses;
  };

  const agents = guardedAgents(admit, idleMs, authorities);

  return {
    async ask(text, ask) {
      const url = checkedUrl(text, rules);
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await follow(url, ask, agents).catch((error: unknown) => {
          ask.signal?.throwIfAborted();
          const problem = brokenOff(url.host, error);
          if (error instanceof SourceProblem || attempt + 1 === ATTEMPTS) throw problem;
          return undefined;
        });
        if (outcome && !(BUSY.includes(outcome.status) && attempt + 1 < ATTEMPTS)) return outcome;
        const wait = Math.max(retryAfterMs(outcome?.headers.get('retry-after')) ?? 0, spread(backoffMs * 2 ** attempt));
        if (outcome && wait > MAX_WAIT_MS) return outcome;
        await sleep(wait, undefined, { signal: ask.signal }).catch(() => ask.signal?.throwIfAborted());
      }
    },
    resolve: (host, signal) => addressesOf(host, signal ?? AbortSignal.timeout(idleMs)),
    agents,
    [Symbol.dispose]() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** The rules concern only a URL's server: paths and queries may be longer than those of webhooks. */
function checkedUrl(text: string, rules: Rules): URL {
  const url = URL.parse(text);
  if (!url) throw unreachable('The address of the source is no URL. Correct it.');
  const bare = new URL(url);
  bare.pathname = '/';
  bare.search = '';
  const refusal = refusalOf(bare.href, rules);
  if (refusal !== undefined)
    throw unreachable(`The address of the source ${refusal}. ${refusal.startsWith('leads') ? NO_WAY : 'Correct it.'}`);
  return url;
}

/** Follows redirects on the same server: no other server gets the credentials. */
async function follow(url: URL, ask: AskOptions, agents: Agents): Promise<Answer> {
  const { maxBytes, signal, ca, method = 'GET', headers = {}, body } = ask;
  const limit = AbortSignal.timeout(WHOLE_MS);
  for (let [target, redirects] = [url, 0]; ; redirects += 1) {
    const answer = await requestWith(
      target,
      { method, headers: { 'accept-encoding': 'identity', ...headers }, body },
      { agents, ca, maxBytes, signal: signal ? AbortSignal.any([signal, limit]) : limit },
    );
    const next = URL.parse(answer.headers.get('location') ?? '', target.href);
    if (!REDIRECTS.includes(answer.status) || redirects === MAX_REDIRECTS || next?.origin !== target.origin)
      return answer;
    target = next;
  }
}
