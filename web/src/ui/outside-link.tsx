import type { ReactNode } from 'react';
import { Icon } from './badge.tsx';

/** The URL if its scheme is http or https and it contains no user name; else undefined. */
function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return ['https:', 'http:'].includes(url.protocol) && url.username === '' ? url.href : undefined;
}

type Props = { to: string | null; className?: string; children: ReactNode };

/** A link that leaves Plumbline; plain text if the URL is not safe to follow. */
export function OutsideLink({ to, className, children }: Props) {
  const address = webAddress(to);
  if (address === undefined) return <>{children}</>;
  return (
    <a className={className} href={address} rel="noopener noreferrer" target="_blank">
      {children} <Icon name="outside" />
      <span className="said-only">(opens in a new tab)</span>
    </a>
  );
}
