/** Ways to write, in a URL, an address of this machine. */
export const THIS_MACHINE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
];

/** Other addresses that are not on the public internet, metadata services of clouds among them, and inner names. */
export const OTHER_PRIVATE_HOSTS = [
  '0',
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  '169.254.169.254',
  '2852039166',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  'localhost',
  'metadata.google.internal',
];

/** Names of a test's name server, with their addresses. Names not listed have none. */
export const PRIVATE_NAMES: Readonly<Record<string, readonly string[]>> = {
  'self.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'one-of-two.example': ['93.184.216.34', '127.0.0.1'],
};
