import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Suites that take minutes, mostly waiting. Started last, they would keep one worker busy while the others are idle.
 */
const SLOW = ['/test/kills.', '/test/parity/', '/src/cli/commands/demo.', '/src/store/embedded/kill.', '/test/'];

/** Starts the slowest suites first. Quick suites fill the remaining time of the workers. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const found = SLOW.findIndex((folder) => moduleId.includes(folder));
      if (found >= 0) return found;
      return project.name === 'whole' ? SLOW.length : SLOW.length + 1;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
