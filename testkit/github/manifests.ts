import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Answer } from './backend.ts';
import { Refusal } from './refusal.ts';
import { json, type ApiRequest } from './serve.ts';
import { appJson } from './shapes.ts';
import type { AppRegistration, Permissions, World } from './state.ts';

type Manifest = {
  name?: string;
  redirect_url?: string;
  default_permissions?: Permissions;
  default_events?: string[];
  callback_urls?: string[];
};

/** The permission that an event requires; docs.github.com, "Webhook events and payloads". Other events require none. */
const NEEDED: Record<string, string> = {
  push: 'contents',
  pull_request: 'pull_requests',
  issues: 'issues',
  issue_comment: 'issues',
  check_run: 'checks',
  check_suite: 'checks',
  repository: 'metadata',
  organization: 'members',
};

/** Creates an App with a new key and webhook secret. */
export function newApp(id: number, given: Pick<AppRegistration, 'name' | 'permissions' | 'events'>): AppRegistration {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const slug = given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const webhookSecret = randomBytes(20).toString('hex');
  const client = {
    clientId: `Iv23li${randomBytes(7).toString('hex')}`,
    clientSecret: randomBytes(20).toString('hex'),
    callbackUrls: [],
  };
  return { ...given, ...client, id, slug, privateKey, publicKey: createPublicKey(privateKey), webhookSecret };
}

function refuseUnfit({ default_permissions: permissions = {}, default_events: events = [] }: Manifest): void {
  for (const event of events) {
    const needed = NEEDED[event];
    if (needed === undefined) throw new Refusal(422, `Invalid manifest: unsupported event ${event}`);
    if (!(needed in permissions)) throw new Refusal(422, `Invalid manifest: ${event} needs the permission ${needed}`);
  }
}

/** The manifest flow: the form that a browser sends, and the exchange of the returned code, which works once. */
export function createManifests(world: World) {
  const waiting = new Map<string, Manifest>();

  function take(request: ApiRequest): Answer {
    const manifest = JSON.parse(new URLSearchParams(request.body).get('manifest') ?? '{}') as Manifest;
    refuseUnfit(manifest);
    const code = randomBytes(20).toString('hex');
    waiting.set(code, manifest);
    const back = new URL(manifest.redirect_url ?? `${world.url}/`);
    back.searchParams.set('code', code);
    const state = request.query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    return { status: 302, headers: { location: back.href }, body: '' };
  }

  function convert(code: string): Answer {
    const manifest = waiting.get(code);
    if (!manifest) throw new Refusal(404, 'Not Found');
    waiting.delete(code);
    const { name = 'Plumbline', default_permissions: permissions = {}, default_events: events = [] } = manifest;
    world.app = {
      ...newApp(world.nextNumber(), { name, permissions, events }),
      callbackUrls: [...(manifest.callback_urls ?? [])],
    };
    const { privateKey: pem, webhookSecret: webhook_secret } = world.app;
    const client = { client_id: world.app.clientId, client_secret: world.app.clientSecret };
    return json(201, { ...appJson(world.app, world), ...client, webhook_secret, pem });
  }

  return {
    answer(request: ApiRequest): Answer {
      const [, code] = request.is('POST', /^\/app-manifests\/([^/]+)\/conversions$/) ?? [];
      return code === undefined ? take(request) : convert(code);
    },
  };
}
