import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp';

/** A release in the registry. */
export type Release = {
  /** `hashicorp/aws` */
  name: string;
  version: string;
  /** `linux_amd64` */
  platform: string;
  archive: Uint8Array;
  protocols?: string[];
};

/** The responses of the registry that a download reads. */
export type Part = 'discovery' | 'versions' | 'package' | 'sums' | 'signature' | 'archive';

/**
 * The fault of a response: an error status, half the body and then silence, a cut connection, a redirect, another body.
 */
export type Fault = number | 'stalled' | 'cut' | { redirect: string } | { body: string | Uint8Array };

/** A registry that serves OpenTofu's provider protocol on a loopback port, with signed releases. */
export type Registry = AsyncDisposable & {
  url: string;
  /** Faults by part; may be changed at any time. */
  faults: Partial<Record<Part, Fault>>;
  /** The number of requests for each part. */
  asked: Record<Part, number>;
};

/** The signing key of a publisher. */
export type SigningKey = { publicKey: string; sign: (data: Uint8Array) => Promise<Uint8Array> };

/** Creates a key. `signedAt` is the time of its signatures; `expiresAfter` is in seconds after its creation. */
export async function signingKey(dates: { madeAt?: Date; expiresAfter?: number } = {}): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKey({
    userIDs: [{ name: 'Registry test' }],
    date: dates.madeAt,
    keyExpirationTime: dates.expiresAfter,
  });
  const signingKeys = await readPrivateKey({ armoredKey: privateKey });
  return {
    publicKey,
    sign: async (binary) => {
      const message = await createMessage({ binary });
      const options = { message, signingKeys, detached: true, format: 'binary', date: dates.madeAt } as const;
      return (await sign(options)) as Uint8Array;
    },
  };
}

function answer(response: ServerResponse, body: Uint8Array, fault: Fault | undefined): void {
  if (typeof fault === 'number') response.writeHead(fault).end('{}');
  else if (typeof fault === 'object' && 'redirect' in fault)
    response.writeHead(302, { location: fault.redirect }).end();
  else if (typeof fault === 'object') response.end(fault.body);
  else if (fault === undefined) response.end(body);
  else {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => {
      if (fault === 'cut') response.destroy();
    });
  }
}

const PATHS: ReadonlyArray<[Part, RegExp]> = [
  ['discovery', /^\/\.well-known\/terraform\.json$/],
  ['versions', /^\/v1\/providers\/([^/]+\/[^/]+)\/versions$/],
  ['package', /^\/v1\/providers\/([^/]+\/[^/]+)\/([^/]+)\/download\/([^/]+\/[^/]+)$/],
  ['sums', /^\/files\/(.+)_SHA256SUMS$/],
  ['signature', /^\/files\/(.+)_SHA256SUMS\.sig$/],
  ['archive', /^\/files\/(.+\.zip)$/],
];

function fileName(release: Release): string {
  return `terraform-provider-${release.name.split('/')[1]}_${release.version}_${release.platform}.zip`;
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** The body of a response without a fault; undefined for 404. */
async function bodyOf(part: Part, match: RegExpExecArray, releases: readonly Release[], keys: Keys) {
  const [, name, version, platform] = match;
  const ours = releases.filter((release) => release.name === name);
  const sums = releases
    .map((release) => `${createHash('sha256').update(release.archive).digest('hex')}  ${fileName(release)}\n`)
    .join('');
  if (part === 'discovery') return json({ 'providers.v1': '/v1/providers/', 'modules.v1': '/v1/modules/' });
  if (part === 'sums') return Buffer.from(sums);
  if (part === 'signature') return keys.signing.sign(Buffer.from(sums));
  if (part === 'archive') return releases.find((release) => fileName(release) === name)?.archive;
  if (part === 'versions') {
    const versions = ours.map(({ version, platform, protocols = ['5.0'] }) => {
      const [os, arch] = platform.split('_');
      return { version, protocols, platforms: [{ os, arch }] };
    });
    return versions.length === 0 ? undefined : json({ versions });
  }
  const release = ours.find((one) => one.version === version && one.platform === platform?.replace('/', '_'));
  if (!release) return undefined;
  return json({
    filename: fileName(release),
    download_url: `/files/${fileName(release)}`,
    shasum: createHash('sha256').update(release.archive).digest('hex'),
    shasums_url: `/files/${version}_SHA256SUMS`,
    shasums_signature_url: `/files/${version}_SHA256SUMS.sig`,
    signing_keys: { gpg_public_keys: keys.published.map((key) => ({ ascii_armor: key.publicKey })) },
  });
}

type Keys = { signing: SigningKey; published: readonly SigningKey[] };

/** Starts a registry. `published` are the keys that it reports for the publisher, by default the signing key. */
export async function startRegistry(
  releases: readonly Release[],
  signing: SigningKey,
  published: readonly SigningKey[] = [signing],
): Promise<Registry> {
  const faults: Registry['faults'] = {};
  const asked = { discovery: 0, versions: 0, package: 0, sums: 0, signature: 0, archive: 0 };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const hit = PATHS.map(([part, pattern]) => ({ part, match: pattern.exec(path) })).find(({ match }) => match);
    const reply = async () => {
      const body = hit?.match ? await bodyOf(hit.part, hit.match, releases, { signing, published }) : undefined;
      if (hit) asked[hit.part]++;
      answer(response, body ?? json({}), (hit && faults[hit.part]) ?? (body ? undefined : 404));
    };
    reply().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
