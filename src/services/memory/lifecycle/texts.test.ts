import { describe, expect, test } from 'vitest';
import { attributeOf, findingOf } from '../../../../testkit/stored-analysis.ts';
import { textsWithNote, textsOf, rewrittenTexts } from './texts.ts';

const https = { cidr_blocks: ['10.0.0.0/8'], from_port: 443, protocol: 'tcp', to_port: 443 };
const ssh = { cidr_blocks: ['0.0.0.0/0'], from_port: 22, protocol: 'tcp', to_port: 22 };
const linesOf = (...attributes: ReturnType<typeof attributeOf>[]) =>
  textsOf({ finding: findingOf('aws_security_group.web', { attributes }) })
    .details.split('\n\n')[1]
    ?.split('\n');

describe('details', () => {
  test('lists added and removed values, as the report does', () => {
    expect(linesOf(attributeOf('ingress', [https], [https, ssh]), attributeOf('size', 1, 2))).toEqual([
      '- ingress:',
      '  + {cidr_blocks: ["0.0.0.0/0"], from_port: 22, protocol: "tcp", to_port: 22}',
      '- size: 1 → 2',
    ]);
    expect(linesOf(attributeOf('tags', null, { a: 'b' }))).toEqual(['- tags: null → {a: "b"}']);
    const policy = (action: string) => JSON.stringify({ Statement: [{ Action: [action], Effect: 'Allow' }] });
    expect(linesOf(attributeOf('policy', policy('s3:Get*'), policy('s3:*')))).toEqual([
      '- policy:',
      '  - Statement[0].Action[]: "s3:Get*"',
      '  + Statement[0].Action[]: "s3:*"',
    ]);
  });

  test('keeps details short', () => {
    const many = Array.from({ length: 400 }, (_, n) => `10.0.${n}.0/${'4'.repeat(300)}`);
    const lines = linesOf(...Array.from({ length: 30 }, (_, n) => attributeOf(`list${n}`, [], many)))!;
    expect(lines.at(-1)).toBe('- and 10 more');
    expect(lines.join('\n').length).toBeLessThan(50_000);
    expect(lines).toContain('  … and 390 more');
  });
});

describe('the original drift of an incident', () => {
  const said = (summary: string) => ({ summary, details: `${summary} it says.\n\n- a: 1 → 2` });

  test('keeps the original drift in the details after updates, each sentence once', () => {
    let texts = said('A');
    for (const next of ['B', 'A', 'B', 'A', 'C'])
      texts = { ...said(next), ...rewrittenTexts(texts, said(next), true) } as never;
    expect(texts.summary).toBe('C');
    expect(texts.details.split('\n\n').slice(2).toSorted()).toEqual(['Earlier: A', 'Earlier: B']);
  });

  test('keeps the original drift however many other findings there are', () => {
    let texts: { summary: string; details: string | null } = said('A');
    for (let n = 0; n < 40; n += 1) {
      const finding = findingOf('a.b', { attributes: [attributeOf(`x${n}`, 'a'.repeat(5_000), 'b'.repeat(5_000))] });
      texts = textsWithNote(texts, said(`Found ${n}`), finding);
    }
    expect(texts.summary).toBe('A');
    expect(texts.details).toContain('Also found: Found 0\n- x0: ');
    expect(texts.details!.length).toBeLessThan(10_000);
  });
});
