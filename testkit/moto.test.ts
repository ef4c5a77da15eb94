import { CreateBucketCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { startMoto } from './moto.ts';
import { missing } from './needs.ts';

test('fails with the output of a program that is not moto', async () => {
  await expect(startMoto('/bin/false')).rejects.toThrow('moto_server');
  await expect(startMoto('/nowhere/moto_server')).rejects.toThrow('ENOENT');
});

describe.skipIf(await missing('moto'))('moto', () => {
  test('answers AWS calls, forgets on reset, and ends on stop', async () => {
    const moto = await startMoto();
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const s3 = new S3Client({ endpoint: moto.url, region: 'us-east-1', forcePathStyle: true, credentials });
    const names = async () => (await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name) ?? [];
    await s3.send(new CreateBucketCommand({ Bucket: 'states' }));
    expect(await names()).toEqual(['states']);
    await moto.reset();
    expect(await names()).toEqual([]);
    await moto.stop();
    expect(() => process.kill(moto.pid, 0)).toThrow('ESRCH');
  });
});
