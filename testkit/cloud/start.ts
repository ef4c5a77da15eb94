import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCallers, type Callers, type StandInRole, type StandInUser } from './callers.ts';
import { CloudError, readRequest, writeResponse, type CloudRequest, type CloudResponse } from './http.ts';
import { createS3Store, handleS3, s3Error, type S3Store } from './s3.ts';
import { handleSample, type SampleStore } from './sample.ts';
import { handleSts, stsError } from './sts.ts';

/** `users` are the users with access keys; by default one, `{ accessKeyId: 'test', name: 'operator' }`. */
export type StandInOptions = {
  port?: number;
  users?: readonly StandInUser[];
  roles?: readonly StandInRole[];
};

export type StandInCloud = {
  /** `http://127.0.0.1:<port>`: the endpoint for S3 (path style), STS, and the sample cloud under `/sample/`. */
  url: string;
  port: number;
  /** Adds a role, or replaces the role with the same ARN. */
  registerRole(role: StandInRole): void;
  /** Ends the sessions of a role, or all, at once. */
  expire(roleArn?: string): void;
  /** All requests to assume a role, in order. */
  asked: Callers['asked'];
  /** Closes the server and every connection. */
  stop(): Promise<void>;
};

type Services = { callers: Callers; s3: S3Store; sample: SampleStore };

function answer(request: CloudRequest, { callers, s3, sample }: Services): CloudResponse {
  const sts = request.method === 'POST' && request.path === '/';
  try {
    if (request.path.startsWith('/sample/')) return handleSample(request, sample);
    return sts ? handleSts(request, callers) : handleS3(request, s3, callers);
  } catch (thrown) {
    const error = thrown instanceof CloudError ? thrown : new CloudError(500, 'InternalError', String(thrown));
    return sts ? stsError(error) : s3Error(error, request.path);
  }
}

/**
 * Starts a small cloud on 127.0.0.1 for machines without Python: the parts of S3 and STS that Plumbline uses, and the
 * sample provider's cloud. Everything is in memory and lost with `stop()`. A bucket named `sample` cannot be reached.
 */
export async function startStandInCloud(options: StandInOptions = {}): Promise<StandInCloud> {
  const users = options.users ?? [{ accessKeyId: 'test', name: 'operator' }];
  const callers = createCallers(users, options.roles ?? []);
  const services: Services = { callers, s3: createS3Store(), sample: new Map() };
  const server = createServer((message, response) => {
    response.setHeader('x-amz-request-id', randomUUID());
    readRequest(message).then(
      (request) => writeResponse(response, request.method, answer(request, services)),
      () => response.destroy(),
    );
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    registerRole: (role) => callers.registerRole(role),
    expire: (roleArn) => callers.expire(roleArn),
    asked: callers.asked,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
