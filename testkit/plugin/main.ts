import { parseArgs } from 'node:util';
import { fakeProvider } from './fake/provider.ts';
import { servePlugin, type Protocol } from './goplugin.ts';
import { sampleProvider } from './sample/provider.ts';
import { implementProvider } from './service.ts';

const { values } = parseArgs({
  options: {
    provider: { type: 'string', default: 'fake' },
    protocol: { type: 'string', default: '6' },
    handshake: { type: 'string' },
    control: { type: 'string' },
    'schema-version': { type: 'string', default: '2' },
    'needs-token': { type: 'boolean', default: false },
  },
});

/** Faults before the provider runs. */
const BROKEN_STARTS: Readonly<Record<string, () => void>> = {
  garbage: () => process.stdout.write('Usage: this is not a provider\n'),
  wrong_core: () => process.stdout.write('2|6|unix|/nowhere|grpc|\n'),
  wrong_protocol: () => process.stdout.write('1|4|unix|/nowhere|grpc|AAAA\n'),
  no_tls: () => process.stdout.write('1|6|unix|/nowhere|grpc|\n'),
  flood: () => process.stdout.write('x'.repeat(10_000_000)),
  silent: () => undefined,
  exit: () => process.exit(1),
};

const broken = values.handshake === undefined ? undefined : BROKEN_STARTS[values.handshake];
if (broken) {
  setInterval(() => undefined, 60_000);
  broken();
} else {
  await servePlugin({
    env: process.env,
    protocols: values.protocol.split(',').map((text): Protocol => (text === '5' ? 5 : 6)),
    implementation: (protocol, output) => {
      const schemaVersion = Number(values['schema-version']);
      const needsToken = values['needs-token'];
      const fake = { protocol, output, controlDir: values.control, schemaVersion, needsToken, env: process.env };
      return implementProvider(
        values.provider === 'sample' ? sampleProvider(process.env) : fakeProvider(fake),
        protocol,
      );
    },
  });
}
