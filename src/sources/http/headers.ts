import type { Given } from '../contract/kind.ts';
import { noCredentials } from '../shared/problems.ts';

/** Headers that control the message's framing and destination. */
const OWN = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
];

/** The headers of a request with these credentials. Throws `credentials_missing` where they cannot be sent. */
export function headersOf({ username, password, headers = '' }: Given): Record<string, string> {
  if ((username === undefined) !== (password === undefined))
    throw noCredentials('A username and a password are needed, and one of them is missing. Give both, or neither.');
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const all: Record<string, string> = username === undefined ? {} : { authorization: basic };
  for (const line of headers.split(/\r?\n/).filter((line) => line.trim() !== '')) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw noCredentials('One of the headers has not the form "Name: value". Write one header a line.');
    if (OWN.includes(name.toLowerCase())) throw noCredentials(`The header ${name} cannot be set. Leave it out.`);
    all[name.toLowerCase()] = value.trim();
  }
  return all;
}
