import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { Name } from '../ui/text.tsx';
import { BarMenu, MenuChoice, MenuGroup } from './menu.tsx';

export function OrganizationMenu({ org }: { org: string | undefined }) {
  const { organizations } = useSession();
  const navigate = useNavigate();
  const name = organizations.find(({ id }) => id === org)?.name ?? org ?? 'Organizations';
  if (organizations.length === 0 || (organizations.length === 1 && org === organizations[0]?.id))
    return <Name line>{name}</Name>;
  return (
    <BarMenu label={`Organization: ${name}`} shown={<Name line>{name}</Name>}>
      <MenuGroup title="Organizations">
        <MenuChoice
          value={org ?? ''}
          options={organizations.map((one) => ({ value: one.id, shown: <Name line>{one.name}</Name> }))}
          onChange={(chosen) => void navigate({ to: '/o/$org', params: { org: chosen } })}
        />
      </MenuGroup>
    </BarMenu>
  );
}
