/** A finding in the prompt. */
export type SentFinding = { id: string; resource: string; severity: string; kind: string; what: string };

/** Parses the findings of a prompt. */
export function askedFindings(data: string): SentFinding[] {
  const [, json = '[]'] = /^<findings>\n([\s\S]*)\n<\/findings>$/m.exec(data) ?? [];
  return JSON.parse(json) as SentFinding[];
}

/** The sentence of a cooperative model about a finding. */
export const sentenceAbout = ({ kind }: Pick<SentFinding, 'kind'>): string =>
  kind === 'deleted'
    ? 'Whatever depends on it fails until it is made again: ask who deleted it, and import it if it came back.'
    : 'This differs from the configuration: put it back, or write it into the configuration before the next apply takes it back.';

/** The answer of a cooperative model. */
export const noteOf = (data: string): string =>
  JSON.stringify(Object.fromEntries(askedFindings(data).map((finding) => [finding.id, sentenceAbout(finding)])));
