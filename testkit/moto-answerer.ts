import { Agent, request } from 'node:http';
import type { Answerer, Call, CloudAnswer } from '../src/clouds/aws/gateway/call/types.ts';

/** Sends requests to an emulator, and records them as `service Action`. */
export type MotoAnswerer = { answer: Answerer; asked: string[]; close(): void };

/** Forwards calls to moto, which reads service and region from the signature and does not verify it. */
export function motoAnswerer(url: string): MotoAnswerer {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const asked: string[] = [];
  const answer = ({ request: { method, target: path, headers, body }, action, region }: Call): Promise<CloudAnswer> => {
    asked.push(`${action.service} ${action.name}`);
    const scope = `20260101/${region}/${action.service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=test/${scope}, SignedHeaders=host, Signature=0`;
    const sent = { ...headers, authorization, 'content-length': String(body.length) } as Record<string, string>;
    return new Promise((resolve, reject) => {
      const out = request({ hostname, port, method, path, headers: sent, agent }, (message) => {
        message.toArray().then(
          (chunks: Buffer[]) =>
            resolve({
              status: message.statusCode ?? 0,
              headers: message.headers as CloudAnswer['headers'],
              body: Buffer.concat(chunks),
            }),
          reject,
        );
      });
      out.once('error', reject);
      out.end(body);
    });
  };
  return { answer, asked, close: () => agent.destroy() };
}
