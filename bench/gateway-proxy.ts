// A gateway with one proxy and one session, before the cloud at a URL. Prints the provider's environment and key as
// JSON.
import { createGateway } from '../src/clouds/aws/gateway/gateway.ts';

const [, , dir = '', endpoint = '', bundle = ''] = process.argv;
const gateway = createGateway({ env: { AWS_CA_BUNDLE: bundle } });
const { env, admit } = await gateway.openProxy(dir);
const session = gateway.session({
  by: gateway,
  account: '123456789012',
  credentials: () => Promise.resolve({ accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example', sessionToken: 'token' }),
  endpoint,
  secretValues: false,
  counter: { count: () => undefined },
});
admit(session.credentials.accessKeyId);
// The session ends when it is no longer referenced.
process.once('SIGTERM', () => void gateway.close().then(() => process.exit(session ? 0 : 1)));
console.log(JSON.stringify({ env, accessKeyId: session.credentials.accessKeyId }));
