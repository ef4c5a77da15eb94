import { gapsOf } from '../../texts/overview.ts';
import { exitCodeFor } from '../report/exit-code.ts';
import { printReport } from '../report/print.ts';
import { SCAN_OPTIONS, scanHere } from '../scan/options.ts';
import { local, note } from '../terminal/command.ts';
import { flag, markdown, value } from '../terminal/options.ts';

const EXIT_CODES = `Exit codes:
  0    no drift, and everything was checked
  1    an error; or no drift was found, but something was not checked
       (--allow-unread makes that 0)
  2    drift
  130  interrupted

The states are only read, and so is the cloud. Credentials are AWS's own:
AWS_PROFILE, AWS_ACCESS_KEY_ID and the rest. Progress goes to stderr, the result
to stdout.`;

/** `plumbline scan`: one analysis without a server or a database. */
export const scan = local({
  use: 'scan <target>',
  about: 'compare Terraform states with the live cloud, without a server',
  usage: '[options] <file | directory | s3://bucket/prefix>',
  options: [
    flag('--json', 'print the analysis as JSON'),
    markdown('print Markdown, for pull requests and tickets'),
    flag('--allow-unread', 'end with 0 when there is no drift in what could be checked'),
    value('--record <file>', "write the cloud's answers to a new file, without secrets"),
    value(
      '--replay <file>',
      'take the answers from such a file instead of the cloud; it cannot tell whether secrets differ',
    ).conflicts('record'),
    ...SCAN_OPTIONS,
  ],
  examples: [
    ['plumbline scan terraform.tfstate', 'one state'],
    ['plumbline scan infra/', 'every *.tfstate under a directory'],
    ['plumbline scan s3://acme-tfstate/prod --region eu-west-1', 'every state under a prefix of a bucket'],
    ['plumbline scan infra/ --record scan.jsonl', 'keeps the answers of the cloud'],
    ['plumbline scan infra/ --replay scan.jsonl', 'the same scan without the cloud'],
    ["plumbline scan infra/ --json | jq -r '.findings[].resource'", 'the drifted addresses alone'],
  ],
  more: EXIT_CODES,
  async run(cli, [target], options) {
    const analysis = await scanHere(cli.io, target, options);
    printReport(cli.io, analysis, options);
    const code = exitCodeFor(analysis, options);
    const { instances, states } = gapsOf(analysis);
    if (code === 1 && analysis.status !== 'failed' && instances + states > 0)
      note(cli, 'plumbline: exit code 1, because not everything was checked (--allow-unread accepts that).');
    cli.exit(code);
  },
});
