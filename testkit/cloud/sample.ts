import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';
import type { CloudRequest, CloudResponse } from './http.ts';

/** Objects of the sample cloud by `region/type/id`. */
export type SampleStore = Map<string, JsonObject>;

function json(status: number, body: Json): CloudResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** RFC 7396: members of the patch replace, null removes, objects merge. */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

function bodyOf(request: CloudRequest): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(request.body.toString('utf8'));
    return isObject(body) ? (body as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function write(request: CloudRequest, store: SampleStore, name: string, id: string): CloudResponse {
  const body = bodyOf(request);
  if (!body) return json(400, { error: 'bad_request', message: 'The body must be a JSON object.' });
  const before = store.get(name);
  if (request.method === 'PATCH' && !before) return notFound(name);
  const after = request.method === 'PATCH' ? (mergePatch(before, body) as JsonObject) : body;
  store.set(name, { ...after, id });
  return json(before ? 200 : 201, { ...after, id });
}

function notFound(name: string): CloudResponse {
  return json(404, { error: 'not_found', message: `There is no ${name}.` });
}

/**
 * The sample cloud: `/sample/<region>/<type>/<id>` with GET, PUT (whole), PATCH (RFC 7396) and DELETE;
 * GET `/sample/<region>/<type>` lists. It needs no credentials and stores any JSON object.
 */
export function handleSample(request: CloudRequest, store: SampleStore): CloudResponse {
  const [region, type, id, ...more] = request.path.slice('/sample/'.length).split('/').map(decodeURIComponent);
  if (!region || !type || more.length > 0) return notFound(request.path);
  if (id === undefined) {
    if (request.method !== 'GET') return json(405, { error: 'method_not_allowed', message: 'Only GET lists.' });
    const under = `${region}/${type}/`;
    return json(
      200,
      [...store].flatMap(([name, object]) => (name.startsWith(under) ? [object] : [])),
    );
  }
  const name = `${region}/${type}/${id}`;
  if (request.method === 'PUT' || request.method === 'PATCH') return write(request, store, name, id);
  const object = store.get(name);
  if (!object) return notFound(name);
  if (request.method === 'GET') return json(200, object);
  if (request.method !== 'DELETE') return json(405, { error: 'method_not_allowed', message: 'Not here.' });
  store.delete(name);
  return { status: 204 };
}
