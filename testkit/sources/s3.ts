import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startMoto } from '../moto.ts';
import { startFront } from './front.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

const s3Error = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>as the documentation says</Message></Error>`;

/** A store with the API of S3, in moto. Moto accepts any access key, so the front sends the errors for invalid ones. */
export const s3World: SourceWorld = {
  kind: 's3',
  needs: ['moto'],
  strange: ['a b/ü+%.tfstate', 'app/terraform.tfstate', 'env:/dev/app/terraform.tfstate', 'network'],
  many: 60,
  async start() {
    const moto = await startMoto();
    const front = await startFront(moto.url);
    const credentials = { accessKeyId: 'AKIASECRET', secretAccessKey: 'secret-key' };
    const s3 = new S3Client({ region: 'us-east-1', endpoint: moto.url, credentials, forcePathStyle: true });
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
        await moto.stop();
      },
    };
  },
};
