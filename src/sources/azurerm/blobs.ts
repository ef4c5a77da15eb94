/** A blob in a list. */
export type ListedBlob = {
  name: string;
  size: number;
  etag: string;
  modified: string;
  isLeased: boolean;
  /** The lock that the backend writes into the metadata of a locked blob: `terraformlockid`, base64. */
  lock: string;
};

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g,
    (whole, hex?: string, decimal?: string, name = '') => {
      const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return ENTITIES[name as string] ?? whole;
    },
  );
}

/** The text of the first element with a name. These documents have attributes only on names, no comments and no CDATA. */
function elementOf(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  return end < 0 ? '' : unescaped(xml.slice(start + name.length + 2, end));
}

/** Names with characters that XML cannot represent are percent-encoded: `<Name Encoded="true">`. */
function nameOf(xml: string): string {
  const encoded = /<Name Encoded="true">([^<]*)<\/Name>/.exec(xml)?.[1];
  return encoded === undefined ? elementOf(xml, 'Name') : decodeURIComponent(unescaped(encoded));
}

/** An ETag without quotes: headers have them, lists do not. */
export const bareEtag = (etag: string | null): string => (etag ?? '').replace(/^"|"$/g, '');

/**
 * Parses a page of blobs: https://learn.microsoft.com/rest/api/storageservices/list-blobs. The last has an empty `next`.
 */
export function readPage(xml: string): { blobs: ListedBlob[]; next: string } {
  const blobs = [...xml.matchAll(/<Blob>([\s\S]*?)<\/Blob>/g)].map(([, blob = '']) => ({
    name: nameOf(blob),
    size: Number(elementOf(blob, 'Content-Length')),
    etag: bareEtag(elementOf(blob, 'Etag')),
    modified: elementOf(blob, 'Last-Modified'),
    isLeased: elementOf(blob, 'LeaseStatus') === 'locked',
    lock: elementOf(blob, 'terraformlockid') || elementOf(blob, 'Terraformlockid'),
  }));
  return { blobs, next: elementOf(xml, 'NextMarker') };
}
