import { tryMutations } from '../testkit/mutations/court.ts';
import { figuresOf, unreviewed } from '../testkit/mutations/reviewed.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import type { Bench } from './report.ts';

/** Not a measure of speed: what of every single change of an estate the judge lets pass. */
export const mutationsBench: Bench = {
  about: 'live values with one place changed, before the AWS provider as judge: what it lets pass is reviewed',
  async run() {
    await using dir = await temporaryDirectory();
    const trials = await tryMutations(dir.path);
    const open = unreviewed(trials);
    return {
      bench: 'mutations',
      about: mutationsBench.about,
      figures: [
        { name: 'mutations', value: trials.length, unit: '' },
        {
          name: 'told as drift',
          value: trials.filter(({ fate }) => fate !== 'acquitted' && fate !== 'neutral').length,
          unit: '',
        },
        { name: 'let pass without review', value: open.length, unit: '', goal: 0 },
      ],
      notes: [figuresOf(trials), ...open.map(({ type, path, kind }) => `${type} ${path} (${kind})`)],
    };
  },
};
