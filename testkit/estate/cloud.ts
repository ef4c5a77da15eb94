/** The target of a call. moto reads service and region from the credential scope of the `Authorization` header. */
type Scope = { service: string; region?: string };

/** Calls moto in the wire formats of AWS's clients. Every call throws on an error response. */
export type Cloud = {
  /** The query protocol (EC2, IAM, SNS, CloudWatch…): `Action` and flat parameters, `TagSet.1.Key`. */
  query: (scope: Scope, action: string, params: Record<string, string>) => Promise<string>;
  /** The JSON protocol: `X-Amz-Target` and a document. */
  json: (scope: Scope, target: string, body: object) => Promise<string>;
  /** REST: method, path, and a body of JSON or XML. */
  rest: (scope: Scope, method: string, path: string, body?: object | string) => Promise<string>;
  /** An attribute of an instance of the estate, from the state before any change. */
  of: (address: string, attribute?: string) => string;
};

const VERSIONS: Record<string, string> = {
  ec2: '2016-11-15',
  iam: '2010-05-08',
  sns: '2010-03-31',
  monitoring: '2010-08-01',
  elasticloadbalancing: '2015-12-01',
  rds: '2014-10-31',
  elasticache: '2015-02-02',
};

/** `values` are the estate's attributes by address, since ids are known only after the apply. */
export function openCloud(motoUrl: string, values: ReadonlyMap<string, Record<string, unknown>>): Cloud {
  const send = async (scope: Scope, method: string, path: string, type: string, body?: string, target?: string) => {
    const { service, region = 'us-east-1' } = scope;
    const signature = `Credential=test/20250101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
    const response = await fetch(`${motoUrl}${path}`, {
      method,
      headers: {
        authorization: `AWS4-HMAC-SHA256 ${signature}`,
        'x-amz-date': '20250101T000000Z',
        'content-type': type,
        ...(target && { 'x-amz-target': target }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${service} ${target ?? path}: ${response.status} ${text.slice(0, 500)}`);
    return text;
  };
  return {
    query: (scope, action, params) => {
      const form = new URLSearchParams({ Action: action, Version: VERSIONS[scope.service] ?? '', ...params });
      return send(scope, 'POST', '/', 'application/x-www-form-urlencoded', form.toString());
    },
    json: (scope, target, body) => send(scope, 'POST', '/', 'application/x-amz-json-1.1', JSON.stringify(body), target),
    rest: (scope, method, path, body) => {
      const xml = typeof body === 'string';
      const text = body === undefined ? undefined : xml ? body : JSON.stringify(body);
      return send(scope, method, path, xml ? 'application/xml' : 'application/json', text);
    },
    of: (address, attribute = 'id') => {
      const value = values.get(address)?.[attribute];
      if (typeof value !== 'string') throw new Error(`the estate has no string ${address}.${attribute}`);
      return value;
    },
  };
}
