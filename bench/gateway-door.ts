// A gateway with one door and one visit, before a cloud at this address. Prints what a provider gets of it, as JSON.
import { createGateway } from '../src/gateway/gateway.ts';

const [, , dir = '', endpoint = '', bundle = ''] = process.argv;
const gateway = createGateway({ env: { AWS_CA_BUNDLE: bundle } });
const { env, admit } = await gateway.door(dir);
const visit = gateway.visit({
  by: gateway,
  account: '123456789012',
  credentials: () => Promise.resolve({ accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example', sessionToken: 'token' }),
  endpoint,
  secretValues: false,
  tally: { count: () => undefined },
});
admit(visit.credentials.accessKeyId);
// The visit lasts as long as somebody has it.
process.once('SIGTERM', () => void gateway.close().then(() => process.exit(visit ? 0 : 1)));
console.log(JSON.stringify({ env, accessKeyId: visit.credentials.accessKeyId }));
