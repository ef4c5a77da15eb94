import type { Inventory } from '../../engine/model/inventory.ts';
import type { WantedInventory } from '../../server/compose-inventory.ts';
import { say, type Cli } from '../terminal/command.ts';
import { wantsColor, widthOf } from '../terminal/io.ts';
import type { Values } from '../terminal/options.ts';
import { anyGlob, type INVENTORY_OPTIONS } from './options.ts';
import { failedLists, inventoryReport, isBlind, openObjects, type Shown } from './report.ts';

/** An inventory's part of a scan, by these options. */
export function inventoryOf(
  { type, expensive, minAge }: Values<typeof INVENTORY_OPTIONS>,
  done: (inventory: Inventory) => void,
): WantedInventory {
  return { types: anyGlob(type), withExpensive: expensive, minAgeMs: minAge, done: ({ inventory }) => done(inventory) };
}

/** Prints an inventory for a person. */
export function printInventory(cli: Cli, inventory: Inventory, shown: Shown): void {
  const { stdout, env } = cli.io;
  say(cli, inventoryReport(inventory, { width: widthOf(stdout), color: wantsColor(stdout, env) }, shown));
}

/** The exit code of an inventory. Open objects outrank what was not checked, which must not pass for "nothing found". */
export function inventoryExitCode(inventory: Inventory, allowUnlisted: boolean | undefined): number {
  if (openObjects(inventory).length > 0) return 2;
  const gaps = failedLists(inventory).length + inventory.unproven.length + inventory.unread_states.length;
  const isWhole = gaps === 0 && !isBlind(inventory);
  return isWhole || allowUnlisted ? 0 : 1;
}
