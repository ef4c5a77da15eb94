import { visible } from '../../base/visible.ts';
import { wrap } from '../../texts/width.ts';

type Verification = { ok: boolean; checks: readonly { name: string; ok: boolean; code?: string; detail: string }[] };

/** The checks of what was tried out, a line or more each, and what follows from them. */
export function verificationText({ ok, checks }: Verification, width: number): string {
  const lines = checks.flatMap(({ name, ok: works, code, detail }) => {
    const head = `${works ? 'ok    ' : 'FAILED'}  ${name}${code === undefined ? '' : ` (${visible(code)})`}: `;
    const [first = '', ...rest] = wrap(`${head}${visible(detail)}`, width - 8);
    return [first, ...rest.map((line) => `        ${line}`)];
  });
  return [...lines, ok ? 'Ready to analyse.' : 'Not ready: fix the failed check and retry.'].join('\n');
}
