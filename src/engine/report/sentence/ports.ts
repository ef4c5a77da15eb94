import type { Opening } from '../access/opening.ts';

/** Common names of well-known ports, from IANA's registry and from custom. */
const SERVICES: ReadonlyMap<number, string> = new Map([
  [20, 'FTP data'],
  [21, 'FTP'],
  [22, 'SSH'],
  [23, 'telnet'],
  [25, 'SMTP'],
  [53, 'DNS'],
  [80, 'HTTP'],
  [88, 'Kerberos'],
  [110, 'POP3'],
  [123, 'NTP'],
  [135, 'RPC'],
  [143, 'IMAP'],
  [161, 'SNMP'],
  [389, 'LDAP'],
  [443, 'HTTPS'],
  [445, 'SMB file sharing'],
  [465, 'SMTPS'],
  [514, 'syslog'],
  [587, 'SMTP submission'],
  [636, 'LDAPS'],
  [873, 'rsync'],
  [993, 'IMAPS'],
  [1194, 'OpenVPN'],
  [1433, 'SQL Server'],
  [1521, 'Oracle database'],
  [2049, 'NFS'],
  [2181, 'ZooKeeper'],
  [2375, 'the Docker API'],
  [2376, 'the Docker API'],
  [2379, 'etcd'],
  [3306, 'MySQL'],
  [3389, 'RDP'],
  [4789, 'VXLAN'],
  [5044, 'Logstash'],
  [5432, 'PostgreSQL'],
  [5439, 'Redshift'],
  [5601, 'Kibana'],
  [5671, 'AMQPS'],
  [5672, 'RabbitMQ'],
  [5900, 'VNC'],
  [5985, 'WinRM'],
  [5986, 'WinRM'],
  [6379, 'Redis'],
  [6443, 'the Kubernetes API'],
  [8080, 'HTTP'],
  [8443, 'HTTPS'],
  [8500, 'Consul'],
  [8200, 'Vault'],
  [9090, 'Prometheus'],
  [9092, 'Kafka'],
  [9094, 'Kafka'],
  [9100, 'the node exporter'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [10_250, 'the kubelet API'],
  [11_211, 'memcached'],
  [15_672, 'the RabbitMQ console'],
  [27_017, 'MongoDB'],
  [50_051, 'gRPC'],
]);

/**
 * The text of traffic: `SSH (22/tcp)`, `port 8123/tcp`, `ports 8000-8100/udp`, `all traffic`. `many` if it needs a
 * plural verb.
 */
export function trafficOf({ protocol, from, to }: Opening): { text: string; many: boolean } {
  if (protocol === 'all') return { text: 'all traffic', many: false };
  if (protocol.startsWith('icmp')) return { text: 'ICMP (ping)', many: false };
  if (from <= 1 && to >= 65_535) return { text: `every ${protocol.toUpperCase()} port`, many: false };
  if (from !== to) return { text: `ports ${from}-${to}/${protocol}`, many: true };
  const service = SERVICES.get(from);
  return { text: service === undefined ? `port ${from}/${protocol}` : `${service} (${from}/${protocol})`, many: false };
}
