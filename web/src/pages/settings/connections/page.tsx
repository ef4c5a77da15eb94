import { SettingsPage } from '../layout.tsx';
import { Providers } from './providers.tsx';
import { Sources } from './sources.tsx';

export function Screen() {
  return (
    <SettingsPage
      doc="docs/state-sources.md#setting-them-up"
      title="Connections"
      about="Where your states lie, and what providers need to read the resources in them."
    >
      <Sources />
      <Providers />
    </SettingsPage>
  );
}
