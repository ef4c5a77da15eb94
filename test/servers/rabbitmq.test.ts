import { randomBytes } from 'node:crypto';
import { startRabbit } from '../../testkit/servers/rabbitmq.ts';
import { describeServer, type Act } from './suite.ts';

type Rabbit = Awaited<ReturnType<typeof startRabbit>>;

const USERS = ['app', 'ops', 'audit', 'courier', 'temp', 'bridge', 'reader', 'second'];
const passwords = Object.fromEntries(USERS.map((user) => [user, `pw-${randomBytes(9).toString('hex')}`]));

const silent = (what: string, act: (rabbit: Rabbit['call']) => Promise<unknown>): Act<Rabbit> => ({
  what,
  do: ({ call }) => act(call),
  shows: {},
});
const loud = (what: string, shows: Act<Rabbit>['shows'], act: (rabbit: Rabbit['call']) => Promise<unknown>) => ({
  ...silent(what, act),
  shows,
});

const publish = { properties: {}, routing_key: 'order.paid', payload: '{"id": 7}', payload_encoding: 'string' };
const everything = { configure: '.*', write: '.*', read: '.*' };
const durable = { durable: true, auto_delete: false };
const policy = { pattern: '.*', 'apply-to': 'queues' };

async function changeParameter(call: Rabbit['call'], path: string, change: object): Promise<void> {
  const { value } = (await call('GET', path)) as { value: object };
  await call('PUT', path, { value: { ...value, ...change } });
}

const harmless: Act<Rabbit>[] = [
  silent('messages are published', async (call) => {
    for (let i = 0; i < 5; i++) await call('POST', '/exchanges/shop/events/publish', publish);
  }),
  silent('a queue is emptied', (call) => call('DELETE', '/queues/shop/mails/contents')),
  silent('a message is taken and put back', (call) =>
    call('POST', '/queues/shop/orders/get', { count: 1, ackmode: 'ack_requeue_true', encoding: 'auto' }),
  ),
  silent('another vhost, with a queue in it', async (call) => {
    await call('PUT', '/vhosts/elsewhere');
    await call('PUT', '/queues/elsewhere/orders', { durable: false });
  }),
  silent('another user, with permissions', async (call) => {
    await call('PUT', '/users/visitor', { password: 'x', tags: 'administrator' });
    await call('PUT', '/permissions/shop/visitor', everything);
  }),
  silent('another queue and a binding to it', async (call) => {
    await call('PUT', '/queues/shop/tap', durable);
    await call('POST', '/bindings/shop/e/events/q/tap', { routing_key: '#' });
  }),
  silent('a second binding between two that have one', (call) =>
    call('POST', '/bindings/shop/e/events/q/orders', { routing_key: 'return.*' }),
  ),
  silent('another policy', (call) =>
    call('PUT', '/policies/shop/other', { ...policy, pattern: '^other', definition: { expires: 1000 } }),
  ),
  silent('the same permissions once more', (call) =>
    call('PUT', '/permissions/shop/app', { configure: '^$', write: '^orders', read: '^orders' }),
  ),
  silent('the same policy once more', (call) =>
    call('PUT', '/policies/shop/mirror', { ...policy, priority: 0, definition: { 'ha-mode': 'all' } }),
  ),
  silent('the same user once more', (call) =>
    call('PUT', '/users/ops', { password: passwords.ops, tags: 'management' }),
  ),
  silent('limits of a vhost and of a user', async (call) => {
    await call('PUT', '/vhost-limits/shop/max-connections', { value: 500 });
    await call('PUT', '/user-limits/app/max-channels', { value: 50 });
  }),
  silent('a description of a vhost', (call) => call('PUT', '/vhosts/shop', { description: 'the shop', tags: 'live' })),
];

const harmful: Act<Rabbit>[] = [
  loud('a user becomes administrator', { 'rabbitmq_user.team["ops"]': ['tags[0]'] }, (call) =>
    call('PUT', '/users/ops', { password: passwords.ops, tags: 'administrator' }),
  ),
  loud('a user gets one tag more', { 'rabbitmq_user.team["courier"]': ['tags'] }, (call) =>
    call('PUT', '/users/courier', { password: passwords.courier, tags: 'management,policymaker' }),
  ),
  loud(
    'permissions are widened',
    { 'rabbitmq_permissions.shop["app"]': ['permissions[0].read', 'permissions[0].write'] },
    (call) => call('PUT', '/permissions/shop/app', { configure: '^$', write: '.*', read: '.*' }),
  ),
  loud('permissions are taken away', { 'rabbitmq_permissions.shop["ops"]': 'deleted' }, (call) =>
    call('DELETE', '/permissions/shop/ops'),
  ),
  loud('permissions on topics are widened', { 'rabbitmq_topic_permissions.app': ['permissions'] }, (call) =>
    call('PUT', '/topic-permissions/shop/app', { exchange: 'events', write: '.*', read: '^order\\.' }),
  ),
  loud(
    'a user is deleted, with its permissions',
    { 'rabbitmq_user.team["temp"]': 'deleted', 'rabbitmq_permissions.shop["temp"]': 'deleted' },
    (call) => call('DELETE', '/users/temp'),
  ),
  loud('an exchange is deleted', { 'rabbitmq_exchange.shop["old"]': 'deleted' }, (call) =>
    call('DELETE', '/exchanges/shop/old'),
  ),
  loud(
    'an exchange is made anew with another type',
    { 'rabbitmq_exchange.shop["direct"]': ['settings[0].durable', 'settings[0].type'] },
    async (call) => {
      await call('DELETE', '/exchanges/shop/direct');
      await call('PUT', '/exchanges/shop/direct', { type: 'fanout', durable: false });
    },
  ),
  loud('a queue is deleted', { 'rabbitmq_queue.shop["parcels"]': 'deleted' }, (call) =>
    call('DELETE', '/queues/shop/parcels'),
  ),
  loud(
    'a queue is made anew with other arguments, and its binding with it',
    {
      'rabbitmq_queue.orders': ['settings[0].arguments_json'],
      'rabbitmq_binding.shop["orders"]': 'deleted',
    },
    async (call) => {
      await call('DELETE', '/queues/shop/orders');
      await call('PUT', '/queues/shop/orders', { ...durable, arguments: { 'x-message-ttl': 1000 } });
    },
  ),
  loud('a binding is made anew with another key', { 'rabbitmq_binding.shop["mails"]': 'deleted' }, async (call) => {
    await call('DELETE', '/bindings/shop/e/events/q/mails/mail.*');
    await call('POST', '/bindings/shop/e/events/q/mails', { routing_key: '#' });
  }),
  loud(
    'a policy is changed',
    { 'rabbitmq_policy.shop["mirror"]': ['policy[0].definition["ha-sync-mode"]', 'policy[0].priority'] },
    (call) =>
      call('PUT', '/policies/shop/mirror', {
        ...policy,
        priority: 9,
        definition: { 'ha-mode': 'all', 'ha-sync-mode': 'automatic' },
      }),
  ),
  loud('a policy is deleted', { 'rabbitmq_policy.shop["expire"]': 'deleted' }, (call) =>
    call('DELETE', '/policies/shop/expire'),
  ),
  loud(
    'a limit of the operator is raised',
    { 'rabbitmq_operator_policy.limit["length"]': ['policy[0].definition["max-length"]'] },
    (call) =>
      call('PUT', '/operator-policies/shop/length', {
        ...policy,
        pattern: '^length',
        priority: 1,
        definition: { 'max-length': 9000000 },
      }),
  ),
  loud('a limit of the operator is removed', { 'rabbitmq_operator_policy.limit["size"]': 'deleted' }, (call) =>
    call('DELETE', '/operator-policies/shop/size'),
  ),
  loud(
    'an upstream is somewhere else',
    { 'rabbitmq_federation_upstream.far': ['definition[0].prefetch_count', 'definition[0].uri'] },
    (call) =>
      changeParameter(call, '/parameters/federation-upstream/shop/far', {
        uri: `amqp://bridge:${passwords.bridge}@198.51.100.7:5672`,
        'prefetch-count': 10,
      }),
  ),
  loud('a shovel moves to another queue', { 'rabbitmq_shovel.move': ['info[0].destination_queue'] }, (call) =>
    changeParameter(call, '/parameters/shovel/shop/move', { 'dest-queue': 'stolen' }),
  ),
];

await describeServer<Rabbit>({
  name: 'rabbitmq',
  source: 'cyrilgdn/rabbitmq',
  needs: ['rabbitmq'],
  start: startRabbit,
  variables: { passwords },
  secrets: Object.values(passwords),
  rejected: (config) => ({ ...config, password: 'wrong-0c4f8e1a' }),
  atPort: (config, port) => ({ ...config, endpoint: `http://127.0.0.1:${port}` }),
  partial: [
    {
      who: 'a user of one vhost',
      make: async ({ call }) => {
        await call('PUT', '/users/reader', { password: passwords.reader, tags: 'management' });
        await call('PUT', '/permissions/shop/reader', everything);
      },
      config: (config) => ({ ...config, username: 'reader', password: passwords.reader }),
    },
  ],
  harmless,
  harmful,
  container: {
    what: 'a vhost that was deleted',
    do: ({ call }) => call('DELETE', '/vhosts/lab'),
    shows: {
      'rabbitmq_vhost.lab': 'deleted',
      'rabbitmq_permissions.lab': 'deleted',
      'rabbitmq_exchange.lab': 'deleted',
      'rabbitmq_queue.lab["one"]': 'deleted',
      'rabbitmq_queue.lab["two"]': 'deleted',
      'rabbitmq_policy.lab': 'deleted',
    },
  },
  lonely: 'rabbitmq_exchange.shop["old"]',
});
