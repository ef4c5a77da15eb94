import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { readPage } from './blobs.ts';

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[one] ?? one,
  );

const blob = (name: string) =>
  `<Blob>${name}<Properties><Last-Modified>Thu, 26 Nov 2026 20:15:00 GMT</Last-Modified><Etag>0x8DE</Etag>` +
  '<Content-Length>12</Content-Length><LeaseStatus>locked</LeaseStatus><LeaseState>leased</LeaseState></Properties>' +
  '<Metadata><terraformlockid>e30=</terraformlockid></Metadata></Blob>';

test('reads every name that XML can hold, and those that it cannot', () => {
  assert(
    property(string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const plain = `<Name>${escaped(name)}</Name>`;
      const encoded = `<Name Encoded="true">${escaped(encodeURIComponent(name))}</Name>`;
      const { blobs, next } = readPage(
        `<Blobs>${blob(plain)}${blob(encoded)}</Blobs><NextMarker>2!8&amp;</NextMarker>`,
      );
      expect(blobs.map((one) => one.name)).toEqual([name, name]);
      expect(next).toBe('2!8&');
    }),
  );
});

test('reads what else a list says of a blob, and the end of a list', () => {
  expect(
    readPage(`<EnumerationResults><Blobs>${blob('<Name>a</Name>')}</Blobs><NextMarker /></EnumerationResults>`),
  ).toEqual({
    blobs: [
      { name: 'a', size: 12, etag: '0x8DE', modified: 'Thu, 26 Nov 2026 20:15:00 GMT', isLeased: true, lock: 'e30=' },
    ],
    next: '',
  });
});
