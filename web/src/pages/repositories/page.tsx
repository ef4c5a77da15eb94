import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Mappings } from './mappings.tsx';
import { Proposals } from './proposals.tsx';
import { Repositories } from './repositories.tsx';
import { States } from './states.tsx';

const isView = (id: string) => id === 'proposals' || id === 'repositories' || id === 'mappings';

export function Screen() {
  const { view } = useSearch({ from: '/signed-in/o/$org/repositories' });
  const navigate = useNavigate({ from: '/o/$org/repositories' });
  return (
    <Page
      title="States"
      doc="docs/dashboard.md#states"
      about="A repository’s changes start an analysis of its states, and its pull requests report their drift."
    >
      <Tabs
        label="States"
        value={view ?? 'states'}
        onChange={(id) => void navigate({ search: isView(id) ? { view: id } : {} })}
        tabs={[
          { id: 'states', title: 'States', content: <States /> },
          { id: 'proposals', title: 'Proposals', content: <Proposals /> },
          { id: 'repositories', title: 'Repositories', content: <Repositories /> },
          { id: 'mappings', title: 'Set by hand', content: <Mappings /> },
        ]}
      />
    </Page>
  );
}
