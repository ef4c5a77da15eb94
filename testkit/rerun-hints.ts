import type { Reporter, TestCase } from 'vitest/node';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** At the end, prints a command for each failed test that runs only this test. */
export class RerunHints implements Reporter {
  readonly #failed: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#failed.push(test);
  }

  onTestRunEnd(): void {
    if (this.#failed.length === 0) return;
    console.log('To see a failed test alone:');
    for (const { module, fullName } of this.#failed)
      console.log(
        `  npx vitest run ${module.relativeModuleId} -t ${quoted(asPattern(fullName.replaceAll(' > ', ' ')))}`,
      );
  }
}
