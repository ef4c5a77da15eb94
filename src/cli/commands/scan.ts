import { gapsOf } from '../../texts/overview.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { Inventory } from '../../engine/model/inventory.ts';
import { INVENTORY_OPTIONS } from '../inventory/options.ts';
import { inventoryExitCode, inventoryOf, printInventory } from '../inventory/run.ts';
import { EXIT, EXIT_CODES, exitCodeFor } from '../report/exit-code.ts';
import { formatOf, printReport, REPORT_OPTIONS, STRICTNESS_OPTIONS } from '../report/print.ts';
import { downloadLine, HERE } from '../scan/input-options.ts';
import { SCAN_OPTIONS, scanHere } from '../scan/options.ts';
import { CliError } from '../terminal/client.ts';
import { local, note } from '../terminal/command.ts';
import { flag, JSON_OPTION, value } from '../terminal/options.ts';

const MORE = `${EXIT_CODES}

With --unmanaged, objects that no state has end with 2, too. --type, --min-age,
--expensive and --allow-unlisted are about them alone.

States also lie at gs://bucket/prefix, azurerm://account/container/prefix,
hcp://organization/workspace, gitlab://group/project, https://host/path,
pg://user@host/database, consul://host:8500/path and kubernetes://namespace;
each is read with the credentials that Terraform's backend takes from the
environment (docs/state-sources.md).

The states are only read, and so is the cloud. Credentials are AWS's own:
AWS_PROFILE, AWS_ACCESS_KEY_ID and the rest. Progress goes to stderr, the result
to stdout.`;

/** `plumbline scan`: one analysis without a server or a database. */
export const scan = local({
  use: 'scan [target]',
  about: 'compare Terraform states with the live cloud, without a server',
  usage: '[options] [file | directory | s3://bucket/prefix | … | -]',
  options: [
    ...STRICTNESS_OPTIONS,
    ...REPORT_OPTIONS,
    JSON_OPTION,
    flag('--unmanaged', 'also what is in the cloud and in no state, as "plumbline inventory" lists it'),
    ...INVENTORY_OPTIONS,
    value('--record <file>', "write the cloud's answers to a new file, without secrets"),
    value(
      '--replay <file>',
      'take the answers from such a file instead of the cloud; it cannot tell whether secrets differ',
    ).conflicts('record'),
    ...SCAN_OPTIONS,
  ],
  examples: [
    ['plumbline scan', 'the state of this directory, here or in its backend'],
    [
      'plumbline scan infra/ --workspace staging',
      'one workspace of a root module; or every *.tfstate under a directory',
    ],
    ['terraform state pull | plumbline scan -', 'whatever backend the state lies in'],
    ['plumbline scan gs://acme-states/prod', 'in another cloud, or hcp://acme, pg://…, kubernetes://terraform'],
    ['plumbline scan s3://acme-tfstate/prod --region eu-west-1', 'every state under a prefix of a bucket'],
    ['plumbline scan infra/ --fail-on high --output sarif=drift.sarif', 'for CI: docs/ci.md'],
    ['plumbline scan infra/ --record scan.jsonl', 'keeps the answers of the cloud'],
    ['plumbline scan infra/ --replay scan.jsonl', 'the same scan without the cloud'],
    ['plumbline scan infra/ --unmanaged', 'also what no state has: docs/inventory.md'],
    ["plumbline scan infra/ --json | jq -r '.findings[].resource'", 'the drifted addresses alone'],
  ],
  more: MORE,
  async run(cli, [named], options, command) {
    const target = named ?? HERE;
    const stray = INVENTORY_OPTIONS.find((one) => command.getOptionValueSource(one.attributeName()) === 'cli');
    if (stray !== undefined && options.unmanaged !== true)
      throw new CliError(`${stray.long} is about unmanaged resources. Add --unmanaged, or leave it out.`);
    let inventory: Inventory | undefined;
    const wanted = options.unmanaged === true ? inventoryOf(options, (found) => (inventory = found)) : undefined;
    const analysis = await scanHere(cli.io, target, options, { inventory: wanted });
    // Loaded when needed: most reports name no lines of code.
    const { locator } = await import('../scan/locate.ts');
    const reported: Analysis & { inventory?: Inventory } = { ...analysis, ...(inventory && { inventory }) };
    printReport(cli.io, reported, options, {
      target,
      locate: () => locator(target, options, cli.io.env),
    });
    const download = downloadLine(analysis, cli.io.command ?? 'plumbline', cli.io.argv);
    if (download !== undefined) note(cli, `A provider is missing. To download it: ${download}`);
    if (inventory && formatOf(options) === 'text') printInventory(cli, inventory, { isWhole: false, target: named });
    const own = exitCodeFor(analysis, options);
    const code =
      inventory && own !== EXIT.drift ? Math.max(own, inventoryExitCode(inventory, options.allowUnlisted)) : own;
    const { instances, states } = gapsOf(analysis);
    if (code !== EXIT.drift && options.failOn && analysis.findings.length > 0 && analysis.status !== 'failed')
      note(cli, `plumbline: not exit code 2, because no drift is ${options.failOn} or worse.`);
    if (code === 1 && analysis.status !== 'failed' && instances + states > 0)
      note(cli, 'plumbline: exit code 1, because not everything was checked (--allow-unread accepts that).');
    cli.exit(code);
  },
});
