/** A rule of a security group as EC2 parameters. */
export function permission(protocol: string, port: number | undefined, peers: Record<string, string>) {
  return {
    'IpPermissions.1.IpProtocol': protocol,
    ...(port !== undefined && { 'IpPermissions.1.FromPort': `${port}`, 'IpPermissions.1.ToPort': `${port}` }),
    ...Object.fromEntries(Object.entries(peers).map(([name, value]) => [`IpPermissions.1.${name}`, value])),
  };
}

/** A policy document with these statements, as JSON text. */
export function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

export function recordChange(
  action: 'UPSERT' | 'DELETE',
  name: string,
  ttl: number,
  values: readonly string[],
): string {
  const records = values.map((value) => `<ResourceRecord><Value>${value}</Value></ResourceRecord>`).join('');
  return (
    '<ChangeResourceRecordSetsRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><ChangeBatch><Changes>' +
    `<Change><Action>${action}</Action><ResourceRecordSet><Name>${name}</Name><Type>A</Type><TTL>${ttl}</TTL>` +
    `<ResourceRecords>${records}</ResourceRecords>` +
    '</ResourceRecordSet></Change></Changes></ChangeBatch></ChangeResourceRecordSetsRequest>'
  );
}

export const ec2 = { service: 'ec2' };
export const europe = { service: 'ec2', region: 'eu-west-1' };
export const iam = { service: 'iam' };
export const route53 = { service: 'route53' };
