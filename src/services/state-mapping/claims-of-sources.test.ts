import { expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { fakeWorldOn } from '../../../testkit/fake-world.ts';
import { heldRepository } from '../../../testkit/repository-files.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { deleteStateSource, saveStateSource } from '../../store/queries/state-sources.ts';
import { scoped } from '../../store/scope.ts';
import { mappingOf } from '../ownership/mapping.ts';
import type { StateClaim } from './list-claims.ts';
import { readRepository } from './read-repository.ts';

const OWN = 'gcp://network/default.tfstate';
const OTHER = 'network/default.tfstate';

const BLOCK = (prefix: string) => `terraform {\n  backend "gcs" {\n    prefix = "${prefix}"\n  }\n}\n`;

test.each(await databases())(
  'holds an accepted claim of a gcs block on $kind over readings, and ends it with the block',
  async ({ open }) => {
    const world = await fakeWorldOn(open);
    try {
      const tenant = scoped(world.store.db, { org_id: world.org.id });
      const path = (what: string) => `/orgs/${world.org.id}/${what}`;
      await updateOrganization(world.store.db, world.org.id, { installation_id: 4711 });
      const facts = { full_name: 'acme/network', private: true, default_branch: 'main' };
      const { id } = await saveRepository(tenant, { codehost: 'github', external_id: 1 }, facts);
      const { app, files } = heldRepository({
        'net/main.tf': BLOCK('network'),
        'net/backend.hcl': 'bucket = "states"\n',
      });
      const services = { ...world.api.services, apps: new Map([['github', app]]) };
      const read = () =>
        readRepository(
          services,
          { org_id: world.org.id, repo_id: id },
          { signal: new AbortController().signal, last: true },
        );
      const claims = async () => (await world.ask<StateClaim[]>('GET', path('state-claims'))).body;
      const ownerOfState = async () => (await mappingOf(tenant)).of(OWN);
      const settings = { bucket: 'states' };
      await read();
      expect(await claims()).toEqual([]);

      await saveStateSource(tenant, { name: 'gcp', kind: 'gcs', settings, credential_fields: [], credentials: null });
      const why = 'backend "gcs" in net/main.tf';
      expect(await claims()).toMatchObject([{ key: OWN, status: 'proposed', path: 'net', source: 'backend', why }]);
      expect(await ownerOfState()).toBeUndefined();
      const ids = (await claims()).map((one) => one.id);
      await world.ask('POST', path('state-claims/accept'), { claims: ids });
      expect(await ownerOfState()).toMatchObject({ repo_id: id, path: 'net' });

      files.set('net/more.tf', 'locals {}\n');
      await read();
      expect(await ownerOfState()).toMatchObject({ repo_id: id });
      files.set('net/main.tf', BLOCK('another'));
      await read();
      expect(await ownerOfState()).toBeUndefined();
      expect(await claims()).toMatchObject([{ key: 'gcp://another/default.tfstate', status: 'proposed' }]);
    } finally {
      await world.close();
    }
  },
);

test.each(await databases())(
  'accepts claims to states of a source on $kind, for as long as it is the same place, whatever the bucket is',
  async ({ open }) => {
    const world = await fakeWorldOn(open);
    try {
      const tenant = scoped(world.store.db, { org_id: world.org.id });
      const path = (what: string) => `/orgs/${world.org.id}/${what}`;
      const source = (bucket: string, prefix: string) =>
        saveStateSource(tenant, {
          name: 'gcp',
          kind: 'gcs',
          settings: { bucket, prefix },
          credential_fields: [],
          credentials: null,
        });
      const bucketIs = (state_bucket: string | null) =>
        world.api.call('PATCH', path('aws'), { key: world.api.operatorKey, body: { state_bucket } });
      const owners = async () => {
        const mapping = await mappingOf(tenant);
        return [OWN, OTHER].map((key) => mapping.of(key)?.repo_id);
      };
      await updateOrganization(world.store.db, world.org.id, { installation_id: 4711 });
      const facts = { full_name: 'acme/network', private: true, default_branch: 'main' };
      const { id } = await saveRepository(tenant, { codehost: 'github', external_id: 1 }, facts);
      const { app } = heldRepository({
        '.plumbline.yml': `version: 1\nstates:\n  - key: "${OWN}"\n  - key: "${OTHER}"\n`,
      });
      const services = { ...world.api.services, apps: new Map([['github', app]]) };
      await readRepository(
        services,
        { org_id: world.org.id, repo_id: id },
        { signal: new AbortController().signal, last: true },
      );

      await bucketIs(null);
      const claims = async () => (await world.ask<StateClaim[]>('GET', path('state-claims'))).body;
      expect(await claims()).toEqual([]);
      await source('states', 'network/');
      expect(await claims()).toMatchObject([{ key: OWN, status: 'proposed' }]);
      const ids = (await claims()).map((one) => one.id);
      expect((await world.ask('POST', path('state-claims/accept'), { claims: ids })).body).toMatchObject({
        accepted: 1,
      });
      expect(await owners()).toEqual([id, undefined]);

      await bucketIs('another');
      expect(await claims()).toMatchObject([
        { key: OWN, status: 'accepted' },
        { key: OTHER, status: 'proposed' },
      ]);
      expect(await owners()).toEqual([id, undefined]);
      await source('states', '');
      expect(await owners()).toEqual([id, undefined]);
      await source('states-of-others', '');
      expect(await owners()).toEqual([undefined, undefined]);
      await deleteStateSource(tenant, 'gcp');
      expect(await owners()).toEqual([undefined, undefined]);
    } finally {
      await world.close();
    }
  },
);
