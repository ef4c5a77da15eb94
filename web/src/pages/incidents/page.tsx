import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { IncidentList } from './list.tsx';
import { Recall } from './recall.tsx';

export function IncidentsPage() {
  const { view } = useSearch({ from: '/signed-in/o/$org/incidents' });
  const navigate = useNavigate({ from: '/o/$org/incidents' });
  return (
    <Page title="Incidents" about="Each incident tracks one resource’s drift until it is resolved.">
      <Tabs
        label="Incidents"
        value={view ?? 'list'}
        onChange={(id) => void navigate({ search: id === 'recall' ? { view: 'recall' } : {} })}
        tabs={[
          { id: 'list', title: 'List', content: <IncidentList /> },
          { id: 'recall', title: 'Recall', content: <Recall /> },
        ]}
      />
    </Page>
  );
}
