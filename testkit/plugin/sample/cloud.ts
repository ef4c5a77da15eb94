import type { JsonObject } from '../../../src/base/json.ts';

/** A client for one region of the sample cloud, over its REST interface. */
export type SampleCloud = {
  /**
   * Undefined if there is no such object. All methods throw a readable error if the cloud refuses or does not answer.
   */
  get(type: string, id: string): Promise<JsonObject | undefined>;
  put(type: string, id: string, object: JsonObject): Promise<JsonObject>;
  remove(type: string, id: string): Promise<void>;
};

export function sampleCloud(endpoint: string, region: string): SampleCloud {
  const call = async (method: string, type: string, id: string, body?: JsonObject): Promise<Response> => {
    const path = [region, type, id].map(encodeURIComponent).join('/');
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${endpoint.replace(/\/+$/, '')}/sample/${path}`, init).catch((error: unknown) => {
      throw new Error(`the sample cloud at ${endpoint} does not answer`, { cause: error });
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`the sample cloud answered ${method} ${path} with ${response.status}: ${await response.text()}`);
  };
  return {
    async get(type, id) {
      const response = await call('GET', type, id);
      return response.status === 404 ? undefined : ((await response.json()) as JsonObject);
    },
    async put(type, id, object) {
      return (await (await call('PUT', type, id, object)).json()) as JsonObject;
    },
    async remove(type, id) {
      await call('DELETE', type, id);
    },
  };
}
