/**
 * Paths that every program may read: the system's libraries and programs, certificates, and name resolution. None holds
 * keys (`/etc/ssl/private`), users or settings of services.
 */
export const SYSTEM_PATHS: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/gnu/store',
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/host.conf',
  '/etc/hosts',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/cert.pem',
  '/etc/protocols',
  '/etc/resolv.conf',
  '/etc/services',
  '/etc/ssl/cert.pem',
  '/etc/ssl/certs',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/openssl.cnf',
  '/etc/timezone',
];

/** Devices without content. */
export const READ_DEVICES: readonly string[] = ['/dev/random', '/dev/urandom'];
export const WRITE_DEVICES: readonly string[] = ['/dev/null', '/dev/zero'];
