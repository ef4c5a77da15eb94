import { openAwsWorld } from './aws.ts';
import { openSampleWorld } from './sample.ts';
import { Unavailable, type OpenWorld } from '../../src/cli/demo/world.ts';

/**
 * Opens the demo's world: AWS's own provider on moto if both are available. Otherwise, or if `sample` asks for it, the
 * sample provider on the stand-in cloud; `why` is then the reason.
 */
export const openWorld: OpenWorld = async (options) => {
  if (options.sample) return { world: await openSampleWorld(options), why: '--sample asks for it' };
  try {
    return { world: await openAwsWorld(options), why: undefined };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { world: await openSampleWorld(options), why: error.message };
  }
};

export { openStates } from './states.ts';
