import { expect, test } from 'vitest';
import { parseHandshake } from './handshake.ts';

test('reads a go-plugin line', () => {
  const handshake = parseHandshake('1|6|unix|/tmp/x/plugin1|grpc|AAEC\n');
  expect(handshake).toEqual({
    protocol: 6,
    socket: '/tmp/x/plugin1',
    serverCertificate: '-----BEGIN CERTIFICATE-----\nAAEC\n-----END CERTIFICATE-----\n',
  });
});

test.each([
  ['hello', 'does not introduce itself'],
  ['', 'does not introduce itself'],
  ['a|b|c|d|e', 'does not introduce itself'],
  ['2|5|unix|/a|grpc|AA', 'version 2 of the plugin handshake'],
  ['1|4|unix|/a|netrpc|AA', 'plugin protocol 4; protocols 5 and 6'],
  ['1|5|unix|/a|netrpc|AA', 'netrpc instead of gRPC'],
  ['1|5|tcp|127.0.0.1:1|grpc|AA', 'tcp address instead of a unix socket'],
  ['1|5|unix|/a|grpc|', 'encrypted connection'],
])('rejects %j and says why', (line, why) => {
  expect(parseHandshake(line)).toEqual({ wrong: expect.stringContaining(why) });
});
