import { startServer } from './server.ts';

/** Starts a Keystone. `call` calls its API as administrator: `call('PATCH', '/users/ID', {…})`. */
export async function startKeystone() {
  const server = await startServer({
    name: 'keystone',
    pidFiles: ['keystone.pid'],
    keeps: ['password', 'venv'],
    configOf: ({ origin, pathname, username, password }) => ({
      auth_url: `${origin}${pathname}`,
      user_name: username,
      password,
      tenant_name: 'admin',
      domain_id: 'default',
      region: 'RegionOne',
    }),
  });
  const { origin, username, password } = server.url;
  const api = `${origin}/v3`;
  const domain = { id: 'default' };

  async function token(): Promise<string> {
    const identity = { methods: ['password'], password: { user: { name: username, domain, password } } };
    const answer = await fetch(`${api}/auth/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth: { identity, scope: { project: { name: 'admin', domain } } } }),
    });
    const text = await answer.text();
    return answer.headers.get('x-subject-token') ?? Promise.reject(new Error(`no token: ${text}`));
  }

  let current: Promise<string> | undefined;
  async function call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { 'x-auth-token': await (current ??= token()), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  return { ...server, call };
}
