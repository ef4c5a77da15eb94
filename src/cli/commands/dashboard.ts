import { visible } from '../../base/visible.ts';
import type { Client } from '../terminal/client.ts';
import { note, remote, say } from '../terminal/command.ts';

/** A link that signs in to the dashboard once, with the permissions of the client's key. */
export const signInLink = (client: Client) => client.post<{ url: string; expires_at: string }>('/session/links');

export const dashboard = remote({
  use: 'dashboard',
  about: 'print a link that signs in to the dashboard: once, within 5 minutes, with what the key may do',
  examples: [
    ['plumbline dashboard', 'as the operator, with the key in the data directory of this machine'],
    ['plumbline dashboard --key plk_…', 'as the holder of a key, who sees its organization'],
    ['xdg-open "$(plumbline dashboard)"', 'straight into the browser'],
  ],
  ask: signInLink,
  show(cli, { url }) {
    say(cli, visible(url));
    note(cli, 'Open it in a browser within 5 minutes. It works once, for whoever opens it first.');
  },
});
