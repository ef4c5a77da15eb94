import { visible } from '../../base/visible.ts';
import { wrap } from '../../texts/width.ts';

type Verification = { ok: boolean; checks: readonly { name: string; ok: boolean; code?: string; detail: string }[] };

/** The results of checks, a line or more each, and the conclusion. */
export function verificationText({ ok, checks }: Verification, width: number): string {
  const lines = checks.flatMap(({ name, ok: works, code, detail }) => {
    const head = `${works ? 'ok    ' : 'FAILED'}  ${name}${code === undefined ? '' : ` (${visible(code)})`}: `;
    const [first = '', ...rest] = wrap(`${head}${visible(detail)}`, width - 8);
    return [first, ...rest.map((line) => `        ${line}`)];
  });
  return [...lines, ok ? 'Ready to analyse.' : 'Not ready: fix the failed check and retry.'].join('\n');
}
