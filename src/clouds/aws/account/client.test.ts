import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../../testkit/tmp.ts';
import { ownCredentials } from './client.ts';

beforeEach(() => {
  for (const name of [
    'AWS_PROFILE',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_EC2_METADATA_DISABLED',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
  ])
    vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** A metadata service for instances and containers with 400 ms a request, as behind a slow proxy. */
async function slowMetadata(credentials: object) {
  const answer: RequestListener = ({ url = '' }, response) => {
    const text = url.endsWith('/token') ? 'token' : url.endsWith('/security-credentials/') ? 'role' : undefined;
    setTimeout(() => response.end(text ?? JSON.stringify(credentials)), 400);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

test.each(['AWS_CONTAINER_CREDENTIALS_FULL_URI', 'AWS_EC2_METADATA_SERVICE_ENDPOINT'])(
  'slow credentials behind %s are waited for',
  async (variable) => {
    await using home = await temporaryDirectory();
    const end = '2999-01-01T00:00:00Z';
    await using metadata = await slowMetadata({
      Code: 'Success',
      AccessKeyId: 'ASIAINSTANCE',
      SecretAccessKey: 'any',
      Token: 'token',
      Expiration: end,
    });
    vi.stubEnv('AWS_CONFIG_FILE', `${home.path}/config`);
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', `${home.path}/credentials`);
    vi.stubEnv(variable, metadata.url);
    expect(await ownCredentials({ region: 'eu-west-1' })).toEqual({
      accessKeyId: 'ASIAINSTANCE',
      secretAccessKey: 'any',
      sessionToken: 'token',
      expiration: new Date(end),
    });
  },
);
