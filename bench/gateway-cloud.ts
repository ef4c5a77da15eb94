// A cloud over TLS that answers every request at once with a page of roles. Writes the certificate of its authority to
// the file in its argument. Prints its URL.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '../src/clouds/aws/gateway/transport/authority.ts';

const authority = createAuthority();
writeFileSync(process.argv[2] ?? '', authority.certificate);
const member = '<member><Arn>arn:aws:iam::123456789012:role/of-a-length-as-usual</Arn><Path>/</Path></member>';
const body = `<ListRolesResponse><ListRolesResult>${member.repeat(20)}</ListRolesResult></ListRolesResponse>`;
const server = createServer({ ...authority.server('localhost'), keepAliveTimeout: 120_000 }, (message, response) => {
  message.resume().once('end', () => response.writeHead(200, { 'content-type': 'text/xml' }).end(body));
});
server.listen(0, '127.0.0.1', () => console.log(`https://localhost:${(server.address() as AddressInfo).port}`));
