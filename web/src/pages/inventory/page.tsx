import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Asked, Empty } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsConnected } from '../overview/queries.ts';
import { Answer, UnderWay } from './answer.tsx';
import { Lists } from './lists.tsx';
import { CoverageMap } from './map.tsx';
import { ObjectList } from './objects.tsx';
import { type Inventory, type InventorySearch, useInventory } from './queries.ts';
import { ShareHistory } from './share.tsx';
import { StartInventory } from './start.tsx';

/** The text in the place of an inventory where there is none yet, with the next step. */
function NoInventory() {
  const isConnected = useIsConnected() ?? true;
  if (!isConnected)
    return (
      <Empty
        title="Not connected"
        action={
          <Link className={buttonClass('main')} to="/o/$org/settings/connections" from="/o/$org">
            Connect your states
          </Link>
        }
      >
        What is managed is known from your Terraform states: connect them first.
      </Empty>
    );
  return (
    <Empty title="No inventory yet" action={<StartInventory />}>
      An inventory lists everything in the accounts and regions of your states, and compares it with all of them. What
      the first one finds is the baseline: later only what is new is news. From then on it runs by its{' '}
      <Link to="/o/$org/settings/schedule" from="/o/$org">
        schedule
      </Link>
      .
    </Empty>
  );
}

function Found({ inventory }: { inventory: Inventory }) {
  const { view } = useSearch({ from: '/signed-in/o/$org/inventory' });
  const navigate = useNavigate({ from: '/o/$org/inventory' });
  const show = (id: string) =>
    void navigate({ search: id === 'lists' ? { view: 'lists' } : ({} satisfies InventorySearch), resetScroll: false });
  const { not_listed: missing } = inventory.latest ?? {};
  return (
    <>
      <Answer inventory={inventory} />
      <CoverageMap coverage={inventory.coverage} />
      <ShareHistory runs={inventory.history} />
      <Tabs
        label="Inventory"
        value={view ?? 'objects'}
        onChange={show}
        tabs={[
          { id: 'objects', title: 'Objects', content: <ObjectList inventory={inventory} /> },
          {
            id: 'lists',
            title: missing ? `Not listed (${missing.toLocaleString('en')})` : 'Not listed',
            content: <Lists />,
          },
        ]}
      />
    </>
  );
}

export function Screen() {
  const query = useInventory();
  const isThere = query.data?.latest != null;
  return (
    <Page
      title="Inventory"
      doc="docs/inventory.md"
      about="What is in your cloud and in no Terraform state."
      {...(isThere && { actions: <StartInventory /> })}
    >
      <Asked query={query} what="the inventory" height="40rem">
        {(inventory) => (
          <>
            <UnderWay inventory={inventory} />
            {inventory.latest !== null && <Found inventory={inventory} />}
            {inventory.latest === null && inventory.running === null && <NoInventory />}
          </>
        )}
      </Asked>
    </Page>
  );
}
