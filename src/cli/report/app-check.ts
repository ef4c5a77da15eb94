import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { AppCheck, Lack } from '../../services/codehosts/check-app.ts';

const VERDICTS = { ok: 'ok      ', lacks: 'MISSING ', suspended: 'paused  ' } as const;

const lackLines = (lacks: readonly Lack[], repair: string): string[] => {
  const lines = lacks.map(
    ({ kind, name, without, optional }) =>
      `          ${optional ? 'optional ' : ''}${kind} ${name}: without it, ${without}`,
  );
  return lacks.some(({ optional }) => !optional) ? [...lines, `          ${repair}`] : lines;
};

function deliveryLine({ tries, failed, answers }: AppCheck['deliveries']): string {
  if (failed === 0) return `${VERDICTS.ok}${plural(tries, 'delivery', 'deliveries')} in the last hour, none failed`;
  const counts = Object.entries(answers).map(
    ([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`,
  );
  return `FAILED  ${failed} of ${plural(tries, 'delivery', 'deliveries')} in the last hour: ${counts.join(', ')}; they are redelivered within the hour`;
}

export function showAppCheck({
  app,
  lacks,
  installations,
  deliveries,
  ...check
}: AppCheck & { source: string; api_url: string }): string {
  const clear = (some: readonly Lack[]) => some.every(({ optional }) => optional);
  return [
    `${clear(lacks) ? VERDICTS.ok : VERDICTS.lacks}${visible(app.name)} (${app.id}) at ${check.api_url}, from the ${check.source}`,
    ...lackLines(lacks, "Grant it in the App's settings on GitHub; accounts that installed the App have to accept it."),
    ...installations.flatMap((one) => [
      one.suspended_at !== null
        ? `${VERDICTS.suspended}${visible(one.account)} (installation ${one.id}): suspended since ${one.suspended_at}`
        : `${one.ok ? VERDICTS.ok : VERDICTS.lacks}${visible(one.account)} (installation ${one.id}): ${one.problem === null ? plural(one.repositories ?? 0, 'repository', 'repositories') : visible(one.problem)}`,
      ...lackLines(one.lacks, 'An owner of the account has to accept it: Settings, GitHub Apps, Configure.'),
    ]),
    ...(installations.length === 0
      ? [`${VERDICTS.lacks}nobody has installed the App yet: ${visible(app.html_url)}/installations/new`]
      : []),
    deliveryLine(deliveries),
  ].join('\n');
}
