declare module 'parse-prometheus-text-format' {
  type Metric = { value?: string; labels?: Record<string, string>; buckets?: Record<string, string>; count?: string };
  type Family = { name: string; help: string; type: string; metrics: Metric[] };
  function parse(text: string): Family[];
  export = parse;
}
