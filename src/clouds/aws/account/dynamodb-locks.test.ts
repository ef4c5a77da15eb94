import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { tableLocks } from './dynamodb-locks.ts';

test('reports a table that may not be read once and does not ask it again; reads the others', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { TableName, Key } = JSON.parse(body) as { TableName: string; Key: { LockID: { S: string } } };
      asked.push(`${TableName} ${Key.LockID.S}`);
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      if (TableName === 'open') return response.end('{}');
      response.statusCode = 400;
      return response.end('{"__type":"com.amazon.coral.service#AccessDeniedException","message":"no"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reported: string[] = [];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const tables = tableLocks(
    { settings: { endpoint, credentials }, bucket: 'states', region: () => Promise.resolve('eu-west-1') },
    { tablesOf: () => [{ table: 'closed' }, { table: 'open' }], unread: (detail) => reported.push(detail) },
  );
  try {
    const keys = ['a', 'b', 'c', 'd'];
    expect(await Array.fromAsync(tables.on(keys, undefined))).toEqual([]);
    expect(reported).toEqual([
      'Locks in the table closed in eu-west-1 may not be read: take the permission policy over again.',
    ]);
    expect(asked.filter((one) => one.startsWith('open')).toSorted()).toEqual(keys.map((key) => `open states/${key}`));
    expect(asked.filter((one) => one.startsWith('closed'))).toHaveLength(2);
  } finally {
    await tables.close();
    server.close();
  }
});
