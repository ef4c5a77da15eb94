import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes, most of it waiting: begun last it would keep one worker busy while the others have nothing to do. */
const SLOW = ['/test/kills.', '/test/parity/', '/src/cli/commands/demo.', '/src/store/embedded/kill.', '/test/'];

/** Has the slowest suites begin first, and the quick ones last: they fill what the others leave. */
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
