import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startMoto } from '../moto.ts';
import { gofakes3 } from '../needs.ts';
import { startFront } from './front.ts';
import { startProgram } from './program.ts';
import { LOCK_INFO, type SourceServer, type SourceWorld } from './world.ts';

const s3Error = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>as the documentation says</Message></Error>`;

type Store = { url: string } & AsyncDisposable;

/** An empty bucket of a server. These servers accept any access key, so the front sends the errors for invalid ones. */
async function bucketOf(store: Store): Promise<SourceServer> {
  const front = await startFront(store.url);
  const credentials = { accessKeyId: 'AKIASECRET', secretAccessKey: 'secret-key' };
  const s3 = new S3Client({ region: 'us-east-1', endpoint: store.url, credentials, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'states' }));
  const put = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket: 'states', Key, Body }));
  const remove = (Key: string) => s3.send(new DeleteObjectCommand({ Bucket: 'states', Key }));
  const settings = { endpoint: front.url, bucket: 'states' };
  return {
    settings,
    credentials: { access_key: 'AKIASECRET', secret_key: 'secret-key' },
    front,
    put,
    remove,
    keyOf: (workspace) =>
      workspace === 'default' ? 'app/terraform.tfstate' : `env:/${workspace}/app/terraform.tfstate`,
    async lock(key) {
      await put(`${key}.tflock`, JSON.stringify(LOCK_INFO));
      return () => remove(`${key}.tflock`);
    },
    litter: () => Promise.all([put('readme.txt', 'no state'), put('app/terraform.tfstate.backup', '{}')]),
    denied: { status: 403, body: s3Error('AccessDenied') },
    expired: { status: 403, body: s3Error('InvalidAccessKeyId') },
    nowhere: { ...settings, bucket: 'nowhere' },
    smallPages: () =>
      void (front.rewrite = (url) => url.searchParams.has('list-type') && url.searchParams.set('max-keys', '7')),
    async [Symbol.asyncDispose]() {
      s3.destroy();
      await front[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const S3: Pick<SourceWorld, 'kind' | 'strange' | 'many'> = {
  kind: 's3',
  strange: ['a b/ü+%.tfstate', 'app/terraform.tfstate', 'env:/dev/app/terraform.tfstate', 'network'],
  many: 60,
};

/** A store with the API of S3, in moto. */
export const s3World: SourceWorld = {
  ...S3,
  needs: ['moto'],
  async start() {
    const moto = await startMoto();
    return bucketOf({ url: moto.url, [Symbol.asyncDispose]: () => moto.stop() });
  },
};

/** A second one, in gofakes3, which shares no code with moto. */
export const gofakes3World: SourceWorld = {
  ...S3,
  server: 'gofakes3',
  needs: ['gofakes3'],
  start: async () =>
    bucketOf(
      await startProgram(gofakes3() ?? '', (port) => ['-backend', 'memory', '-quiet', '-host', `127.0.0.1:${port}`]),
    ),
};
