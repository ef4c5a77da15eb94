import { tryMutations } from '../testkit/mutations/trials.ts';
import { figuresOf, unreviewed } from '../testkit/mutations/reviewed.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import type { Bench } from './report.ts';

/** Measures correctness, not speed: the mutations of an estate that plan checks suppress. */
export const mutationsBench: Bench = {
  about: 'live values with one mutation, checked by plans of the AWS provider; equal results are reviewed',
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
          name: 'reported as drift',
          value: trials.filter(({ fate }) => fate !== 'equal' && fate !== 'neutral').length,
          unit: '',
        },
        { name: 'let pass without review', value: open.length, unit: '', goal: 0 },
      ],
      notes: [figuresOf(trials), ...open.map(({ type, path, kind }) => `${type} ${path} (${kind})`)],
    };
  },
};
