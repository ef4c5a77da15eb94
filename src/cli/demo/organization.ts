import type { Organization } from '../../services/access/organization.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import type { ApiKey } from '../../services/keys/manage.ts';
import { at, createClient, type Client } from '../terminal/client.ts';
import type { DemoStates, DemoWorld } from './world.ts';

export type Play = { world: DemoWorld; states: DemoStates | undefined };

/** Gives the organization at `path` access to its states and its cloud. Returns what was created, for people. */
async function connect(client: Client, path: string, { world, states }: Play): Promise<string> {
  const { settings, providerSettings } = world;
  if (states) {
    const { source } = states;
    await client.put(`${path}/state-sources/${source.kind}`, source);
    if (providerSettings) {
      await client.put(`${path}/provider-settings/sample`, providerSettings);
      return 'its state source and settings of its provider';
    }
  }
  const { role_arn, region, secret_values } = settings;
  const configuration = await client.patch<CloudConfiguration>(
    `${path}/aws`,
    states ? { role_arn, region, secret_values } : settings,
  );
  await world.createRole(configuration.external_id, configuration.trust_policy);
  return states ? 'its state source and its role' : 'its role';
}

/** Creates an organization with a key and access to its states, all over the REST API. `connection` names the access, for people. */
export async function createOrganization(
  play: Play,
  { url, operatorKey }: { url: string; operatorKey: string },
): Promise<{ client: Client; key: string; organization: Organization; connection: string }> {
  const operator = createClient({}, { url, key: operatorKey.trim() });
  const organization = await operator.post<Organization>('/orgs', { login: 'acme' });
  const path = at`/orgs/${organization.id}`;
  const { key } = await operator.post<ApiKey & { key: string }>(`${path}/keys`, { name: 'demo', scopes: ['admin'] });
  const client = createClient({}, { url, key });
  return { client, key, organization, connection: await connect(client, path, play) };
}
