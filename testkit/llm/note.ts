/** A finding as it is sent to the model. */
export type AskedFinding = { resource: string; severity: string; kind: string; what: string; why_it_matters: string };

/** The findings in what a model is asked. */
export function askedFindings(data: string): AskedFinding[] {
  const [, json = '[]'] = /^<findings>\n([\s\S]*)\n<\/findings>$/m.exec(data) ?? [];
  return JSON.parse(json) as AskedFinding[];
}

/** The summary of an obedient model. */
export function noteOf(data: string): string {
  const told = askedFindings(data).slice(0, 4);
  return [
    ...told.map(({ resource, severity, what }) => {
      const about = what.includes(resource) ? '' : ` It is about ${resource}.`;
      return `- ${severity}: ${what}.${about}`;
    }),
    '',
    ...told
      .filter(({ resource }) => !resource.includes("'"))
      .map(({ resource }) => `To put it back: terraform apply -target='${resource}'`),
    'What is meant to stay has to be written into the configuration, before the next apply takes it back.',
  ].join('\n');
}
