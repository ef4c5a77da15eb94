import type { Inventory } from '../../engine/model/inventory.ts';
import { INVENTORY_OPTIONS } from '../inventory/options.ts';
import { inventoryExitCode, inventoryOf, printInventory } from '../inventory/run.ts';
import { HERE } from '../scan/input-options.ts';
import { READING_OPTIONS, scanHere, withoutRules } from '../scan/options.ts';
import { local, note, printJson } from '../terminal/command.ts';
import { flag, JSON_OPTION } from '../terminal/options.ts';

const MORE = `Exit codes:
  0    nothing unmanaged, and every list was complete
  1    an error; or nothing was found, but something could not be listed or a
       state not be read (--allow-unlisted makes that 0)
  2    objects that no state has
  130  interrupted

It looks in the accounts and regions that the states have resources in. Every
object is imported and read by the provider before it is reported; nothing
is changed. What other tools own and what the cloud provides is counted, and
listed with --all (docs/inventory.md).`;

/** `plumbline inventory`: objects in the cloud that no state contains. */
export const inventory = local({
  use: 'inventory [target]',
  about: 'list what is in the cloud and in no state',
  usage: '[options] [file | directory | s3://bucket/prefix | …]',
  options: [
    flag('--all', 'also what other tools own and the cloud provides'),
    JSON_OPTION,
    ...INVENTORY_OPTIONS,
    ...READING_OPTIONS,
  ],
  examples: [
    ['plumbline inventory', 'beside the state of this directory'],
    ['plumbline inventory s3://acme-tfstate', 'beside all states of a bucket: one that is missing looks unmanaged'],
    ["plumbline inventory --type 'aws_iam_*' --json", 'identities alone, for a script'],
  ],
  more: MORE,
  async run(cli, [target], options) {
    let found: Inventory = { unread_states: [], listings: [], objects: [], unproven: [] };
    await scanHere(cli.io, target ?? HERE, withoutRules(options), {
      inventory: inventoryOf(options, (whole) => (found = whole)),
    });
    if (options.json) printJson(cli, found);
    else printInventory(cli, found, { isWhole: options.all === true, target });
    const code = inventoryExitCode(found, options.allowUnlisted);
    if (code === 1)
      note(cli, 'plumbline: exit code 1, because not everything was listed (--allow-unlisted accepts that).');
    cli.exit(code);
  },
});
