import { createActions } from './actions/actions.ts';
import { guard } from './actions/guard.ts';
import { createBatches } from './batch/batches.ts';
import { createShared } from './cache/shared.ts';
import { createCloud } from './cloud.ts';
import { openProviderProxy } from './transport/provider-proxy.ts';
import { errorAnswer, guessProtocol, type GatewayCode, UpstreamError } from './call/errors.ts';
import { HARD_LIMITS } from '../catalog/limits.ts';
import { createRateLimit } from './rate-limit/rate-limit.ts';
import { isPresigned, readSignature, type Signature } from './sign/scope.ts';
import type { Handler } from './transport/inbound.ts';
import { createSend, SEND_LIMITS, type SendLimits } from './transport/send.ts';
import { createOutboundAgents } from './transport/outbound-agents.ts';
import type { ProviderProxy, ProxyEnv } from '../../tunnel/provider-proxy.ts';
import type {
  Action,
  Answerer,
  Call,
  CloudAnswer,
  CloudRequest,
  Gateway,
  Stage,
  UpstreamErrorKind,
} from './call/types.ts';
import { validateResponse } from './validate.ts';
import { stripSignatures } from './strip-credentials.ts';
import { createSessions } from './sessions/sessions.ts';

export type Classify = (request: CloudRequest, scope: { service: string; region: string }) => Action | undefined;

export type GatewayOptions = {
  classify?: Classify;
  /** True for a host (with or without a port) of the cloud. */
  isCloudHost?: (host: string) => boolean;
  /** The stages of a call, outermost first; default: those of production. */
  stages?: readonly Stage[];
  /** Records the calls that the guard lets through, and their results. */
  record?: Stage;
  /** Answers in the place of the cloud. */
  upstream?: Answerer;
  /** Plumbline's own proxies and certificate bundles, as the usual environment variables. */
  env?: ProxyEnv;
  limits?: Partial<SendLimits>;
  /** Called for unexpected errors, which are defects of Plumbline. */
  onDefect?: (error: unknown) => void;
};

const UPSTREAM_ERRORS: Readonly<Record<UpstreamErrorKind, { status: number; code: GatewayCode }>> = {
  unreachable: { status: 503, code: 'PlumblineUnreachable' },
  timeout: { status: 504, code: 'PlumblineTimeout' },
  broken: { status: 502, code: 'PlumblineBrokenAnswer' },
  credentials: { status: 403, code: 'PlumblineCredentials' },
};

const isError = ({ status }: CloudAnswer): boolean => status >= 500;

/**
 * Creates the gateway: providers connect to proxies with a session's dummy credentials, and their calls pass through
 * `stages` to the cloud, or to `upstream`.
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const actions = createActions();
  const { classify = actions.classify, isCloudHost = actions.isCloudHost, env, limits } = options;
  const record: Stage = options.record ?? ((next) => next);
  const stages: readonly Stage[] = options.stages ?? [
    stripSignatures,
    guard,
    record,
    createShared(),
    createBatches(),
    createRateLimit({ limits: HARD_LIMITS }),
    validateResponse,
  ];
  const way = createOutboundAgents(env);
  const sessions = createSessions();
  const proxies = new Set<ProviderProxy>();
  const cloud = options.upstream ?? createCloud(createSend(way, { ...SEND_LIMITS, ...limits }));
  const answer = stages.reduceRight<Answerer>((next, stage) => stage(next), cloud);

  /** Turns a request into a call, or an error answer. Only the session with access key `admitted` is accepted. */
  const read = (request: CloudRequest, signature: Signature | undefined, admitted?: string): Call | CloudAnswer => {
    const action = signature && classify(request, signature);
    const protocol = action?.protocol ?? guessProtocol(request, signature?.service);
    const refuse = (why: string, code: GatewayCode = 'PlumblineRefused') =>
      errorAnswer(protocol, 403, code, `Plumbline did not pass this on: ${why}.`);
    if (!signature) return refuse('the request is not signed in its header');
    const session = signature.accessKeyId === admitted ? sessions.find(admitted) : undefined;
    if (!session) return refuse('its access key stands for no analysis that this process runs for');
    const { service, region } = signature;
    const refused = (why: string, code?: GatewayCode): CloudAnswer => {
      const resolvedAction: Action = action ?? { service, name: 'unknown', kind: 'other', protocol, permissions: [] };
      const call = { request, action: resolvedAction, region, session };
      session.counter.count(call, 'refused');
      const said = refuse(why, code);
      session.unanswered.note(call, said);
      return said;
    };
    const { host } = request;
    if (!isCloudHost(host)) return refused(`it does not know the endpoint ${host}`, 'PlumblineUnknownEndpoint');
    if (!action) return refused(`it does not know this operation of ${service} at ${host}`);
    return { request, action, region, session };
  };

  const answered = async (call: Call, signal: AbortSignal): Promise<CloudAnswer> => {
    const { counter } = call.session;
    try {
      const response = await answer(call, signal);
      if (isError(response)) counter.count(call, 'failed');
      return response;
    } catch (error) {
      if (signal.aborted) throw error;
      counter.count(call, 'failed');
      const problem = error instanceof UpstreamError ? error : undefined;
      if (!problem) options.onDefect?.(error);
      const { status, code } = UPSTREAM_ERRORS[problem?.kind ?? 'broken'];
      const message = problem?.message ?? 'Plumbline could not make out the answer.';
      return errorAnswer(call.action.protocol, status, code, message);
    }
  };

  const handlerFor =
    (admitted: () => string | undefined): Handler =>
    async ({ request, signed }, signal) => {
      const call = read(request, isPresigned(request.target) ? undefined : readSignature(signed), admitted());
      if (!('session' in call)) return call;
      const response = await answered(call, signal);
      call.session.unanswered.note(call, response);
      call.session.progress.note(call, response);
      return response;
    };

  return {
    session: sessions.open,
    async ask({ credentials: { accessKeyId } }, request, scope, signal) {
      const call = read(request, { accessKeyId, ...scope }, accessKeyId);
      if (!('session' in call)) return { answer: call, permissions: [] };
      return { answer: await answered(call, signal), permissions: call.action.permissions };
    },
    end(by) {
      sessions.end(by);
      for (const stage of stages) stage.end?.(by);
    },
    async openProxy(dir) {
      let admitted: string | undefined;
      const { close: shut, ...opened } = await openProviderProxy(
        dir,
        handlerFor(() => admitted),
      );
      const close = async (): Promise<void> => {
        proxies.delete(proxy);
        await shut();
      };
      const proxy: ProviderProxy = { ...opened, admit: (accessKeyId) => (admitted = accessKeyId), close };
      proxies.add(proxy);
      return proxy;
    },
    async close() {
      await Promise.all([...proxies].map((proxy) => proxy.close()));
      proxies.clear();
      way.close();
    },
  };
}
