import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { runLocalScan } from '../src/server/compose-scan.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const STATE = fileURLToPath(new URL('fixtures/recorded/terraform.tfstate', import.meta.url));
/** The minimum number of instances, from every second resource of the estate and all resources of buckets. */
const MIN_CHECKED = 40;
const PAGE =
  '<?xml version="1.0"?><!doctype html><html><head><title>Sign in</title></head><body><p>Accept the terms.</p></body></html>';
const IDENTITY = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>arn:aws:iam::123456789012:user/somebody</Arn><UserId>AIDA</UserId><Account>123456789012</Account>
</GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;

/** The allowed reasons. A response to HEAD has no body, so only its status is known. */
const CUT_OFF = /^(?:unreachable|unavailable)$/;

/** Faulty servers that replace the cloud. */
const FAULTS: Readonly<Record<string, RequestListener>> = {
  'closes every connection': (_, answer) => answer.socket?.destroy(),
  'breaks off in the middle of every answer': (_, answer) => {
    answer.writeHead(200, { 'content-length': '5000' }).write('{"a": [<DescribeResponse><set/>');
    setImmediate(() => answer.socket?.destroy());
  },
  'is in trouble': (_, answer) => void answer.writeHead(503).end(),
  'answers with a page for people, and that all is well': (_, answer) =>
    void answer.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
};

describe.skipIf(await missing('aws-provider'))('faults of the cloud', () => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  beforeAll(async () => {
    dir = await temporaryDirectory();
    const whole = JSON.parse(await readFile(STATE, 'utf8')) as { resources: { type: string }[] };
    const some = whole.resources.filter(({ type }, i) => i % 2 === 0 || type.startsWith('aws_s3'));
    await writeFile(join(dir.path, 'terraform.tfstate'), JSON.stringify({ ...whole, resources: some }));
  });
  afterAll(() => dir[Symbol.asyncDispose]());

  test.each(Object.entries(FAULTS))('checks no instance and reports no drift where the cloud %s', async (_, fault) => {
    const server = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (Buffer.concat(chunks).includes('Action=GetCallerIdentity'))
          answer.writeHead(200, { 'content-type': 'text/xml' }).end(IDENTITY);
        else fault(request, answer);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const own = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
      const analysis = await runLocalScan({
        target: join(dir.path, 'terraform.tfstate'),
        lockFile: false,
        hcl: false,
        env: {
          ...Object.fromEntries(own),
          XDG_CACHE_HOME: dir.path,
          AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
          AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        },
      });
      const checked = analysis.coverage.filter(({ verdict }) => verdict !== 'skipped');
      expect(checked.length).toBeGreaterThan(MIN_CHECKED);
      expect(analysis.findings).toEqual([]);
      expect(
        checked.filter(({ verdict }) => verdict !== 'unreadable').map((one) => [one.resource, one.verdict]),
      ).toEqual([]);
      expect(checked.filter((one) => !CUT_OFF.test(one.reason ?? '')).map((one) => [one.resource, one.reason])).toEqual(
        [],
      );
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });
});
