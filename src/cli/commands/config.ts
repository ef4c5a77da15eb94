import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import { isExpired } from '../../engine/ignore/ignore.ts';
import { CONFIG_FILE } from '../../services/repository-config/name.ts';
import { readRepositoryConfig } from '../scan/rules.ts';
import { group, local, note, say } from '../terminal/command.ts';

const check = local({
  use: 'check [file]',
  about: `report what is wrong with a ${CONFIG_FILE}, line by line`,
  examples: [
    ['plumbline config check', `the ${CONFIG_FILE} of this directory`],
    ['plumbline config check infra/.plumbline.yml', 'in a pull request, before it counts'],
  ],
  more: 'Exit codes: 0 fine, 1 something is wrong with it.',
  async run(cli, [file = CONFIG_FILE]) {
    const { ignore } = await readRepositoryConfig(file);
    for (const rule of ignore.filter((one) => isExpired(one, new Date())))
      note(cli, `The rule ${rule.id} expired on ${rule.expires_at} and hides nothing any more.`);
    say(cli, `${visible(file)} is fine: ${plural(ignore.length, 'ignore rule')}.`);
  },
});

export const config = group('config', `check a repository's ${CONFIG_FILE}`, [check]);
