import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingOf, attributeOf, stateOf } from '../../../testkit/stored-analysis.ts';
import { goldenAnalysis, reportOf } from '../../../testkit/reported.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import { bounded, MAX_CHARACTERS } from '../bounded.ts';
import { marker } from '../markup.ts';
import { pullRequestReport } from './report.ts';
import { untouchedVerdict, verdictOf } from './verdict.ts';
import { viewOf } from './view.ts';

const ABOUT = { sha: '2f6a0c1d9b3e4f5a6b7c8d9e0f1a2b3c4d5e6f70', publicUrl: 'https://plumbline.example.com' };
const STATE = 'prod/network.tfstate';
const everything = { own: () => true, touched: 'everything' } as const;

function reportOn(findings: Finding[], publicUrl: string | undefined = ABOUT.publicUrl) {
  const analysis = { ...goldenAnalysis('in-sync'), findings, states: [stateOf(STATE)], coverage: [] };
  const view = viewOf(reportOf(analysis), everything);
  return pullRequestReport(view, verdictOf(view, null), { ...ABOUT, publicUrl });
}

describe('the report on a pull request', () => {
  test.each(['side-effects', 'drift', 'failed', 'gaps', 'hostile', 'in-sync', 'seen-before'])(
    'reads well: %s',
    async (name) => {
      const touched = (key: string) => name === 'seen-before' || !key.includes('app');
      const view = viewOf(reportOf(goldenAnalysis(name)), { own: () => true, touched });
      const { comment } = pullRequestReport(view, verdictOf(view, null), ABOUT);
      await expect(comment).toMatchFileSnapshot(new URL(`golden/${name}.md`, import.meta.url).pathname);
    },
  );

  test('stays within the limit of code hosts, keeps the worst, and says how much it left out', () => {
    const wide = '漢'.repeat(2_000);
    const findings = Array.from({ length: 400 }, (_, i) =>
      findingOf(`aws_vpc.${wide}["${i}"]`, {
        severity: i === 399 ? 'critical' : 'low',
        attributes: Array.from({ length: 30 }, (_, n) => attributeOf(`a${n}`, wide, `${n}${wide}`)),
      }),
    );
    const { comment, summary, text = '' } = reportOn(findings);
    for (const one of [comment, summary, text]) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(comment).toContain('- **critical**');
    expect(comment).toMatch(/… and \d+ more resources, left out here/);
    expect(comment.endsWith(marker('pull-request'))).toBe(true);
    expect(reportOn(findings)).toEqual(reportOn(structuredClone(findings)));
  });

  test('holds its marker once, whatever resources are called', () => {
    const imitated = marker('pull-request');
    const { comment } = reportOn([
      findingOf(`aws_eip.x["${imitated}"]`, {
        message: imitated,
        attributes: [attributeOf(`tags["${imitated}"]`, imitated, null)],
      }),
    ]);
    expect(comment.split(imitated)).toHaveLength(2);
  });

  test('links to this server alone, and has no links where its address is not known', () => {
    const links = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to);
    expect(links(reportOn([findingOf('aws_vpc.a')]).comment)).toEqual([
      'https://plumbline.example.com/api/v1/analyses/an_0000000000000000000001',
    ]);
    const nowhere = pullRequestReport(
      viewOf(reportOf(goldenAnalysis('drift')), everything),
      { conclusion: 'neutral', title: 'x' },
      { sha: ABOUT.sha, publicUrl: undefined },
    );
    expect(links(nowhere.comment)).toEqual([]);
  });
});

test('succeeds for a pull request that touches no state unless other states drifted', () => {
  expect([untouchedVerdict(0).conclusion, untouchedVerdict(2).conclusion]).toEqual(['success', 'neutral']);
});

test('keeps other parts beside one that is too large', () => {
  const parts = ['x'.repeat(5_000), 'second', 'third'].map((text, rank) => ({ rank, text: () => text }));
  const text = bounded([{ head: '# head', parts, open: 3, left: (n) => `${n} left` }], 1_000);
  expect(text).toBe('# head\n\nsecond\n\nthird\n\n1 left');
});

test('keeps texts and headings, and parts by their rank', () => {
  const part = fc.record({ rank: fc.nat(5), text: fc.string({ maxLength: 200 }).map((text) => () => text) });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 400, max: 3_000 }), (parts, limit) => {
      const text = bounded(['first', { head: '# head', parts, open: 3, left: (n) => `${n} left` }, 'last'], limit);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(text.startsWith('first\n\n# head')).toBe(true);
      expect(text.endsWith('last')).toBe(true);
    }),
  );
});
