import { startBind } from '../../testkit/servers/bind.ts';
import { describeServer, type Act } from './suite.ts';

type Bind = Awaited<ReturnType<typeof startBind>>;

const silent = (what: string, ...lines: string[]): Act<Bind> => ({
  what,
  do: ({ update }) => update(...lines),
  shows: {},
});
const loud = (what: string, shows: Act<Bind>['shows'], ...lines: string[]) => ({ ...silent(what, ...lines), shows });

const WRONG = Buffer.from('wrong-0c4f8e1a-wrong-0c4f8e1a-32').toString('base64');

const updating = ({ update }: Bind['config'], change: object) => ({
  update: (update as object[]).map((block) => ({ ...block, ...change })),
});

const harmless: Act<Bind>[] = [
  silent('another host', 'update add other.example.test 300 A 192.0.2.99'),
  silent('another type at a name that has one', 'update add api.example.test 300 TXT "an api"'),
  silent('the same address once more', 'update add www.example.test 300 A 192.0.2.10'),
  silent(
    'an address is taken and put back',
    'update delete mail.example.test A',
    'update add mail.example.test 300 A 192.0.2.30',
  ),
  silent(
    'an IPv6 address written in another way',
    'update delete api.example.test AAAA',
    'update add api.example.test 300 AAAA 2001:0DB8:0000:0000:0000:0000:0000:0020',
  ),
  silent('records below a delegation', 'update add ns1.child.example.test 300 A 192.0.2.77'),
  silent('a certification authority record', 'update add example.test 300 CAA 0 issue "ca.example.net"'),
  { what: 'the zone is written to disk', do: ({ control }) => control('sync', 'example.test'), shows: {} },
  { what: 'the server reads its configuration again', do: ({ control }) => control('reload'), shows: {} },
  silent('another name in another zone', 'update add other.eu.example.test 300 CNAME www.eu.example.test.'),
];

const harmful: Act<Bind>[] = [
  loud(
    'an address is added',
    { 'dns_a_record_set.host["www"]': ['addresses'] },
    'update add www.example.test 300 A 203.0.113.66',
  ),
  loud(
    'an address is replaced',
    { 'dns_a_record_set.host["api"]': ['addresses'] },
    'update delete api.example.test A',
    'update add api.example.test 300 A 203.0.113.67',
  ),
  loud('a host is deleted', { 'dns_a_record_set.host["old"]': 'deleted' }, 'update delete old.example.test A'),
  loud(
    'a time to live is changed',
    { 'dns_a_record_set.host["vpn"]': ['ttl'] },
    'update delete vpn.example.test A',
    'update add vpn.example.test 86400 A 192.0.2.50',
  ),
  loud(
    'the apex points elsewhere',
    { 'dns_a_record_set.apex': ['addresses'] },
    'update delete example.test A',
    'update add example.test 300 A 203.0.113.68',
  ),
  loud(
    'an IPv6 address is taken away',
    { 'dns_aaaa_record_set.host["www"]': ['addresses'] },
    'update delete www.example.test AAAA 2001:db8::11',
  ),
  loud(
    'an alias leads elsewhere',
    { 'dns_cname_record.host["status"]': ['cname'] },
    'update delete status.example.test CNAME',
    'update add status.example.test 300 CNAME phish.example.net.',
  ),
  loud('an alias is deleted', { 'dns_cname_record.host["blog"]': 'deleted' }, 'update delete blog.example.test CNAME'),
  loud(
    'mail goes elsewhere',
    { 'dns_mx_record_set.mail': ['mx'] },
    'update delete example.test MX 20 backup.example.net.',
    'update add example.test 300 MX 5 evil.example.net.',
  ),
  loud(
    'who may send mail is widened',
    { 'dns_txt_record_set.spf': ['txt'] },
    'update delete example.test TXT',
    'update add example.test 300 TXT "v=spf1 +all"',
  ),
  loud(
    'a policy for mail is deleted',
    { 'dns_txt_record_set.host["_dmarc"]': 'deleted' },
    'update delete _dmarc.example.test TXT',
  ),
  loud(
    'a service moves to another port',
    { 'dns_srv_record_set.sip': ['srv'] },
    'update delete _sip._tcp.example.test SRV 20 10 5060 api.example.test.',
    'update add _sip._tcp.example.test 300 SRV 20 10 5061 api.example.test.',
  ),
  loud(
    'a zone is delegated elsewhere',
    { 'dns_ns_record_set.child': ['nameservers'] },
    'update add child.example.test 300 NS ns3.example.net.',
  ),
  loud(
    'an address gets another name',
    { 'dns_ptr_record.host': ['ptr'] },
    'update delete 10.rev.example.test PTR',
    'update add 10.rev.example.test 300 PTR phish.example.net.',
  ),
];

await describeServer<Bind>({
  name: 'dns',
  source: 'hashicorp/dns',
  needs: ['bind'],
  start: startBind,
  variables: {},
  secrets: [WRONG],
  rejected: (config) => updating(config, { key_secret: WRONG }),
  atPort: (config, port) => updating(config, { port }),
  harmless,
  harmful,
  container: {
    what: 'a zone that was deleted',
    do: ({ control }) => control('delzone', 'eu.example.test'),
    // The parent zone then answers authoritatively that none of the records exists.
    shows: {
      'dns_a_record_set.eu["www"]': 'deleted',
      'dns_a_record_set.eu["api"]': 'deleted',
      'dns_cname_record.eu': 'deleted',
      'dns_txt_record_set.eu': 'deleted',
    },
  },
  lonely: 'dns_a_record_set.host["old"]',
});
