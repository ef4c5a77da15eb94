import { describe, expect, test } from 'vitest';
import { goldenAnalysis, toldOf } from '../../../testkit/told.ts';
import { pullRequestReport } from './report.ts';
import { verdictOf } from './verdict.ts';
import { viewOf } from './view.ts';

const ABOUT = { sha: '2f6a0c1d9b3e4f5a6b7c8d9e0f1a2b3c4d5e6f70', publicUrl: 'https://plumbline.example.com' };
const golden = (name: string) => new URL(`golden/${name}.md`, import.meta.url).pathname;

describe('the report on a pull request', () => {
  test.each(['consequences', 'drift', 'failed', 'gaps', 'hostile', 'in-sync', 'seen-before'])(
    'reads well: %s',
    async (name) => {
      const view = viewOf(toldOf(goldenAnalysis(name)), { own: () => true, touched: (key) => !key.includes('app') });
      const report = pullRequestReport(view, verdictOf(view, null), ABOUT);
      await expect(report.comment).toMatchFileSnapshot(golden(name));
    },
  );
});
