import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes, most of it waiting: begun last it would keep one worker busy while the others have nothing to do. */
const SLOW = ['/test/parity/', '/test/'];

/** Has the slowest suites begin first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((folder) => moduleId.includes(folder));
      return found < 0 ? SLOW.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
